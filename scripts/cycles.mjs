// Cycles in a small directed graph: strongly connected components after Tarjan (1972), one shortest cycle shown
// for each. Recursive, since import graphs are shallow.

/**
 * One cycle for each group of nodes that reach each other, starting at the group's smallest node, in order of it.
 * @param {ReadonlyMap<string, readonly string[]>} edges node → its targets
 * @returns {string[][]}
 */
export function findCycles(edges) {
  return components(edges)
    .map((members) => members.sort())
    .filter(([first = '', ...rest]) => rest.length > 0 || edges.get(first)?.includes(first))
    .map((members) => shortestCycle(members, edges))
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
}

/**
 * @param {ReadonlyMap<string, readonly string[]>} edges
 * @returns {string[][]}
 */
function components(edges) {
  /** @type {string[][]} */
  const found = [];
  /** @type {string[]} */
  const stack = [];
  /** @type {Map<string, number>} */
  const index = new Map();
  const done = new Set();
  /** @param {string} node */
  const visit = (node) => {
    const own = index.size;
    index.set(node, own);
    stack.push(node);
    let low = own;
    for (const next of edges.get(node) ?? []) {
      if (done.has(next)) continue;
      low = Math.min(low, index.get(next) ?? visit(next));
    }
    if (low === own) {
      const members = stack.splice(stack.indexOf(node));
      for (const member of members) done.add(member);
      found.push(members);
    }
    return low;
  };
  for (const node of edges.keys()) if (!index.has(node)) visit(node);
  return found;
}

/**
 * Breadth first from the first member back to itself, within the members.
 * @param {string[]} members
 * @param {ReadonlyMap<string, readonly string[]>} edges
 */
function shortestCycle(members, edges) {
  const start = members[0] ?? '';
  const inside = new Set(members);
  const paths = [[start]];
  const seen = new Set();
  for (const path of paths) {
    for (const next of edges.get(path.at(-1) ?? '') ?? []) {
      if (next === start) return path;
      if (!inside.has(next) || seen.has(next)) continue;
      seen.add(next);
      paths.push([...path, next]);
    }
  }
  return members;
}
