/**
 * Writes a Python project of any size that looks like one people write: areas of packages of modules, with re-exports,
 * relative and absolute imports, classes with a base in another package, attributes with types, decorators, docstrings,
 * calls inside and across modules. Deterministic: the same size gives the same bytes. It is not meant to be run.
 */
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MODULES_PER_PACKAGE = 10;
const PACKAGES_PER_AREA = 12;

const NOUNS =
  'order invoice parcel ledger batch recipe oven tray crate route depot shelf label ticket payment'.split(
    ' ',
  );
const VERBS = 'pack weigh count ship store check print merge split price send book move seal'.split(' ');

interface ModulePlace {
  readonly area: string;
  readonly package: string;
  readonly name: string;
  readonly noun: string;
}

/** Writes about `files` modules below `root/src` and returns how many files there are. */
export function generateTree(root: string, files: number): number {
  const packages = new Map<string, ModulePlace[]>();
  for (let index = 0; index < files; index += 1) {
    const place = placeOf(index);
    const folder = join(root, 'src', place.area, place.package);
    const siblings = packages.get(folder) ?? [];
    if (siblings.length === 0) mkdirSync(folder, { recursive: true });
    packages.set(folder, [...siblings, place]);
    writeAged(join(folder, `${place.name}.py`), moduleText(index));
  }
  for (const [folder, places] of packages) writeAged(join(folder, '__init__.py'), packageText(places));
  const areas = new Set([...packages.values()].flat().map(({ area }) => area));
  for (const area of areas) writeAged(join(root, 'src', area, '__init__.py'), `"""The ${area} area."""\n`);
  return files + packages.size + areas.size;
}

/** Files of a real project are seldom younger than the index, whose times would prove nothing then. */
function writeAged(file: string, text: string): void {
  writeFileSync(file, text);
  utimesSync(file, AGED, AGED);
}

const AGED = new Date('2026-01-01T00:00:00Z');

/** Where the module of that number lies, relative to the root. */
export function moduleFile(index: number): string {
  const { area, package: folder, name } = placeOf(index);
  return `src/${area}/${folder}/${name}.py`;
}

function placeOf(index: number): ModulePlace {
  const pack = Math.floor(index / MODULES_PER_PACKAGE);
  const area = Math.floor(pack / PACKAGES_PER_AREA);
  const noun = NOUNS[index % NOUNS.length] ?? 'order';
  // A package is called after the noun of its first module.
  const folder = `${NOUNS[(pack * MODULES_PER_PACKAGE) % NOUNS.length] ?? 'order'}s_${pack}`;
  return { area: `area_${area}`, package: folder, name: `${noun}_${index}`, noun };
}

function packageOf(index: number): string {
  const { area, package: folder } = placeOf(index);
  return `${area}.${folder}`;
}

function packageText(places: readonly ModulePlace[]): string {
  const names = places.map(({ name }) => `"${className(name)}"`);
  const imports = places.map(({ name }) => `from .${name} import ${className(name)}`);
  return `"""Everything about ${places[0]?.noun ?? 'nothing'}s."""\n\n${imports.join('\n')}\n\n__all__ = [${names.join(', ')}]\n`;
}

function className(module: string): string {
  return module
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** A module uses the one before it, one of an earlier package, and one that many use. */
function moduleText(index: number): string {
  const { name, noun } = placeOf(index);
  const random = randomFrom(index);
  const verb = (offset: number) => VERBS[(index + offset) % VERBS.length] ?? 'pack';
  const hub = Math.floor(random() * Math.min(index, 40));
  const earlier = Math.floor(random() * index);
  const own = className(name);
  const base = className(placeOf(hub).name);
  const helper = className(placeOf(earlier).name);
  const inherits = index === 0 ? '' : `(${base})`;
  return `"""The ${noun} number ${index}: how to ${verb(0)}, ${verb(1)} and ${verb(2)} it."""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass, field
from typing import Iterator, Optional

${index === 0 ? '' : `from ${packageOf(hub)} import ${base}\nfrom ${packageOf(earlier)}.${placeOf(earlier).name} import ${helper}, ${verb2(earlier)}_${placeOf(earlier).name}\n`}
logger = logging.getLogger(__name__)

LIMIT_${index} = ${Math.floor(random() * 1000)}


@dataclass
class ${own}Line:
    """One line of a ${noun}."""

    title: str
    count: int = 1
    tags: list[str] = field(default_factory=list)

    def total(self, price: float) -> float:
        """Price of all, in the currency of the list."""
        if self.count <= 0:
            raise ValueError(f"{self.title}: {self.count}")
        return round(self.count * price, 2)

    @property
    def is_plain(self) -> bool:
        return not self.tags and self.count == 1


class ${own}${inherits}:
    """A ${noun} with its lines.

    It is made once and ${verb(3)}ed many times; see ${verb(0)}_${name}.
    """

    def __init__(self, number: int, owner: Optional[str] = None) -> None:
        self.number = number
        self.owner = owner
        self.lines: list[${own}Line] = []
        ${index === 0 ? 'self.helper = None' : `self.helper = ${helper}(number, owner)`}

    def ${verb(0)}(self, title: str, count: int = 1) -> ${own}Line:
        line = ${own}Line(title, count)
        self.lines.append(line)
        logger.debug("%s lines in %s", len(self.lines), self.number)
        return line

    def ${verb(1)}_all(self, price: float) -> float:
        return sum(line.total(price) for line in self.lines if not line.is_plain)

    def ${verb(2)}(self) -> Iterator[${own}Line]:
        for line in sorted(self.lines, key=lambda each: each.title):
            if line.count > LIMIT_${index}:
                self.${verb(0)}(line.title, LIMIT_${index})
            yield line

    @classmethod
    def load(cls, text: str) -> ${own}:
        data = json.loads(text)
        result = cls(data["number"], data.get("owner"))
        for entry in data.get("lines", []):
            result.${verb(0)}(entry["title"], entry["count"])
        return result


def ${verb2(index)}_${name}(number: int, *titles: str) -> ${own}:
    """The usual way to make one: number ${index} of its kind."""
    made = ${own}(number)
    for title in titles:
        made.${verb(0)}(title)
    ${index === 0 ? 'return made' : `other = ${verb2(earlier)}_${placeOf(earlier).name}(number)\n    other.load("{}")\n    return made`}


def summary_of_${name}(${noun}: ${own}) -> dict[str, float]:
    """Totals by title; the prices are those of the day."""
    totals: dict[str, float] = {}

    def add(line: ${own}Line) -> None:
        totals[line.title] = totals.get(line.title, 0.0) + line.total(1.5)

    for line in ${noun}.${verb(2)}():
        add(line)
    if not totals:
        logger.warning("nothing to ${verb(4)} in %s", ${noun}.number)
    return totals
`;
}

function verb2(index: number): string {
  return VERBS[(index * 3 + 1) % VERBS.length] ?? 'pack';
}

/** Numbers in [0, 1) from a seed (mulberry32): small, and the same on every machine. */
function randomFrom(seed: number): () => number {
  let state = (seed + 1) * 0x9e3779b1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
