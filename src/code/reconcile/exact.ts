/**
 * Tier 1: nodes whose names are the same once they are folded and aliases are resolved. Two pieces of code are never paired
 * with each other, whatever they are called.
 */
import { groupBy } from '../../kernel/groups.js';
import { type Entity, isIdea, type Link, pairOf } from './entities.js';
import { type Aliases, foldName } from './names.js';

/**
 * Every pair of a name that so many nodes share is a link; with more, each is linked with the first alone. What belongs together
 * is the same, and a name that a thousand records define does not become a million edges.
 */
const GROUP_MAX = 16;

/** Links among nodes of one name, each pair once. */
export function exactLinks(entities: Iterable<Entity>, aliases: Aliases): Link[] {
  const groups = groupBy(entities, ({ name }) => aliases.canonical(foldName(name)) || undefined);
  return [...groups.values()].flatMap(linksWithin);
}

function linksWithin(group: readonly Entity[]): Link[] {
  const ideas = group.filter(isIdea);
  const symbols = group.filter((entity) => !isIdea(entity));
  const hubs = ideas.length > GROUP_MAX ? ideas.slice(0, 1) : ideas;
  const links: Link[] = [];
  for (const [at, idea] of hubs.entries()) {
    for (const other of [...ideas.slice(at + 1), ...symbols]) {
      links.push({ ...pairOf<Entity>(idea, other), type: 'same_as', confidence: 1, source: 'exact' });
    }
  }
  return links;
}
