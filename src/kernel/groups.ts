/** Lists by a key, each in the order in which its items came until one is taken out. */

/** Puts an item behind the others of its key. */
export function addTo<Key, Item>(groups: Map<Key, Item[]>, key: Key, item: Item): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [item]);
  else group.push(item);
}

/** Takes an item out of the list of its key, whose order may change; an empty list goes. */
export function removeFrom<Key, Item>(groups: Map<Key, Item[]>, key: Key, item: Item): void {
  const group = groups.get(key);
  const place = group?.indexOf(item) ?? -1;
  if (group === undefined || place === -1) return;
  const last = group.pop();
  if (last !== undefined && place < group.length) group[place] = last;
  if (group.length === 0) groups.delete(key);
}

/** Items by the key that each has; those without one are left out. */
export function groupBy<Key, Item>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key | undefined,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key !== undefined) addTo(groups, key, item);
  }
  return groups;
}
