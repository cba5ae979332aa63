/**
 * Small random Python projects whose modules lean on each other in every way the linker follows: few names, many templates,
 * each file with imports, definitions and calls, so that edits keep meeting what other files read. The programs need not
 * make sense.
 */
import fc from 'fast-check';

const PATHS = [
  'main.py',
  'oven.py',
  'shop/__init__.py',
  'shop/cake.py',
  'shop/oven.py',
  'shop/Tray.py',
  'yard/crane.py',
  'oven.pyi',
  'mill.pyi',
  'shop/cake.pyi',
  'shop-stubs/__init__.pyi',
  'shop-stubs/oven.pyi',
] as const;

const FUNCTIONS = ['bake', 'heat', 'mix'] as const;
const CLASSES = ['Oven', 'Cake', 'Tray'] as const;
const NAMES = [...FUNCTIONS, ...CLASSES, 'rack', 'oven'] as const;
const METHODS = ['heat', 'run', 'open'] as const;
const MODULES = [
  'shop',
  'shop.cake',
  'shop.oven',
  'oven',
  'mill',
  'yard.crane',
  '.',
  '.cake',
  '.oven',
] as const;

const name = fc.constantFrom(...NAMES);
const functionName = fc.constantFrom(...FUNCTIONS);
const className = fc.constantFrom(...CLASSES);
const method = fc.constantFrom(...METHODS);
const module = fc.constantFrom(...MODULES);
const absolute = fc.constantFrom(...MODULES.filter((each) => !each.startsWith('.')));

/** Weighs alternatives: how often each is taken. */
function mostly<Value>(
  ...alternatives: readonly (readonly [number, fc.Arbitrary<Value>])[]
): fc.Arbitrary<Value> {
  return fc.oneof(...alternatives.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

const value: fc.Arbitrary<string> = mostly(
  [3, name],
  [4, className.map((c) => `${c}()`)],
  [3, fc.tuple(functionName, name).map(([n, m]) => `${n}(${m})`)],
  [1, fc.tuple(functionName, name).map(([n, m]) => `${n}(${m})[0]`)],
  [2, fc.tuple(name, method).map(([n, m]) => `${n}.${m}`)],
  [2, fc.tuple(className, method).map(([n, m]) => `${n}().${m}()`)],
  [1, fc.tuple(name, name).map(([a, b]) => `[${a}, ${b}]`)],
  [1, fc.tuple(name, name).map(([a, b]) => `{'a': ${a}, 'b': ${b}}`)],
  [1, name.map((n) => `${n}['a']`)],
  [1, functionName.map((n) => `lambda given: ${n}(given)`)],
  [1, fc.tuple(name, name).map(([a, b]) => `(${a} or ${b})`)],
  [1, fc.tuple(functionName, name).map(([a, b]) => `map(${a}, [${b}])`)],
  [1, fc.tuple(functionName, name).map(([a, b]) => `functools.partial(${a}, ${b})`)],
);

const baseClass = mostly(
  [3, className],
  [1, fc.tuple(className, className).map(([c, d]) => `${c}[${d}]`)],
  [1, className.map((c) => `${c}[T]`)],
  [1, fc.constant('Generic[T]')],
);

/** Something in a class body. */
const member = mostly(
  [3, fc.tuple(method, value).map(([m, v]) => `    def ${m}(self):\n        return ${v}`)],
  [2, fc.tuple(method, method).map(([m, n]) => `    def ${m}(self):\n        return self.${n}()`)],
  [
    2,
    fc
      .tuple(method, name, value)
      .map(([m, n, v]) => `    def ${m}(self):\n        self.${n} = ${v}\n        self.${n}()`),
  ],
  [
    2,
    fc
      .tuple(name, value)
      .map(
        ([n, v]) =>
          `    def __init__(self, given=None):\n        self.${n} = ${v}\n        self.kept = given`,
      ),
  ],
  [2, method.map((m) => `    def ${m}(self):\n        super().${m}()\n        self.kept.${m}()`)],
  [1, fc.tuple(method, name).map(([m, n]) => `    def ${m}(self):\n        return self.${n}.${m}()`)],
  [1, method.map((m) => `    @property\n    def ${m}(self):\n        return self`)],
  [1, method.map((m) => `    @classmethod\n    def ${m}(cls):\n        return cls()`)],
  [2, fc.tuple(method, value).map(([m, v]) => `    def ${m}(self) -> T:\n        return ${v}`)],
  [1, fc.tuple(method, name).map(([m, n]) => `    async def ${m}(self) -> T:\n        return self.${n}`)],
  [1, name.map((n) => `    def __init__(self, given: T):\n        self.${n} = given`)],
  [1, functionName.map((d) => `    @${d}\n    def run(self):\n        return self`)],
  [1, fc.constant('    def __call__(self):\n        self.kept()')],
  [1, fc.tuple(name, className).map(([n, c]) => `    ${n}: ${c}`)],
  [1, fc.tuple(name, value).map(([n, v]) => `    ${n} = ${v}`)],
);

const importStatement = mostly(
  [2, absolute.map((m) => `import ${m}`)],
  [1, fc.tuple(absolute, name).map(([m, n]) => `import ${m} as ${n}`)],
  [8, fc.tuple(module, name).map(([m, n]) => `from ${m} import ${n}`)],
  [3, module.map((m) => `from ${m} import *`)],
  [
    1,
    fc
      .tuple(module, name)
      .map(([m, n]) => `try:\n    from ${m} import ${n}\nexcept ImportError:\n    ${n} = None`),
  ],
  [1, fc.tuple(name, name).map(([a, b]) => `__all__ = ['${a}', '${b}']`)],
  [3, className.map((c) => `T = TypeVar('T', bound=${c})`)],
  [
    1,
    fc
      .tuple(module, module)
      .map(([a, b]) => `try:\n    from ${a} import *\nexcept ImportError:\n    from ${b} import *`),
  ],
);

const definition = mostly(
  [4, fc.tuple(functionName, value).map(([n, v]) => `def ${n}(given):\n    given()\n    return ${v}`)],
  [1, functionName.map((n) => `def ${n}(given):\n    return given`)],
  [
    1,
    fc
      .tuple(functionName, functionName)
      .map(([n, f]) => `def ${n}(given):\n    def inner():\n        return given(${f})\n    return inner`),
  ],
  [1, fc.tuple(className, method).map(([c, m]) => `if __name__ == '__main__':\n    ${c}().${m}()`)],
  [2, functionName.map((n) => `def ${n}(given):\n    def inner():\n        given()\n    return inner`)],
  [1, functionName.map((n) => `def ${n}(given):\n    return lambda: given()`)],
  [
    1,
    functionName.map(
      (n) =>
        `def ${n}(given):\n    def inner(kept=given):\n        kept()\n    return inner, lambda: given()`,
    ),
  ],
  [1, fc.tuple(functionName, className).map(([n, c]) => `def ${n}(given: ${c}) -> ${c}:\n    given.heat()`)],
  [1, fc.tuple(functionName, value).map(([n, v]) => `def ${n}():\n    yield ${v}`)],
  [1, fc.tuple(functionName, value).map(([n, v]) => `async def ${n}(given):\n    return ${v}`)],
  [1, fc.tuple(functionName, functionName).map(([d, n]) => `@${d}\ndef ${n}(given):\n    given.run()`)],
  [
    1,
    fc
      .tuple(functionName, name, value)
      .map(([n, m, v]) => `def ${n}(given):\n    global ${m}\n    ${m} = ${v}`),
  ],
  [
    1,
    fc
      .tuple(functionName, absolute, name, value)
      .map(
        ([f, m, n, v]) =>
          `def ${f}(given):\n    import ${m}\n    ${m}.${n} = ${v}\n    ${m}.${n}['a'] = given`,
      ),
  ],
  [
    8,
    fc
      .tuple(className, fc.option(baseClass, { nil: '' }), fc.array(member, { minLength: 1, maxLength: 4 }))
      .map(([c, base, body]) => `class ${c}${base === '' ? '' : `(${base})`}:\n${body.join('\n')}`),
  ],
);

const use = mostly(
  [4, value],
  [3, fc.tuple(name, value).map(([n, v]) => `${n} = ${v}`)],
  [3, fc.tuple(className, method).map(([c, m]) => `${c}().${m}()`)],
  [2, fc.tuple(name, method).map(([n, m]) => `${n}.${m}()`)],
  [2, fc.tuple(absolute, name).map(([m, n]) => `${m}.${n}()`)],
  [1, fc.tuple(name, className, value).map(([n, c, v]) => `${n}: ${c} = ${v}`)],
  [
    1,
    fc.tuple(name, value, value).map(([n, a, b]) => `if input():\n    ${n} = ${a}\nelse:\n    ${n} = ${b}`),
  ],
  [1, fc.tuple(name, method, value).map(([n, m, v]) => `for ${n} in ${v}:\n    ${n}.${m}()\n    ${n}()`)],
  [1, fc.tuple(value, name, method).map(([v, n, m]) => `with ${v} as ${n}:\n    ${n}.${m}()`)],
  [1, fc.tuple(name, name).map(([n, v]) => `rack.append(${v})\nrack['a'] = ${n}\nrack[0]()`)],
  [1, fc.tuple(name, name, value).map(([n, m, v]) => `${n}.${m} = ${v}\n${n}.${m}()`)],
  [2, fc.tuple(absolute, name, value).map(([m, n, v]) => `import ${m}\n${m}.${n} = ${v}\n${m}.${n}()`)],
  [1, fc.tuple(absolute, name, value).map(([m, n, v]) => `import ${m}\n${m}.${n}['a'] = ${v}`)],
  [1, fc.tuple(module, name, value).map(([m, n, v]) => `from ${m} import ${n}\n${n}.update({'b': ${v}})`)],
  [1, fc.tuple(className, method, functionName).map(([c, m, f]) => `${c}.${m} = ${f}`)],
  [
    1,
    fc
      .tuple(name, className)
      .map(([n, c]) => `if isinstance(${n}, ${c}):\n    ${n}.run()\nelse:\n    ${n}.heat()`),
  ],
  [1, fc.tuple(name, className).map(([n, c]) => `isinstance(${n}, ${c}) and ${n}.run()`)],
  [
    2,
    fc
      .tuple(className, className, method)
      .map(([c, d, m]) => `def use(box: ${c}[${d}]):\n    box.${m}().${m}()\n    box.kept.run()`),
  ],
);

/** One file's text. */
export const pythonText = fc
  .tuple(
    fc.array(importStatement, { minLength: 1, maxLength: 4 }),
    fc.array(definition, { minLength: 1, maxLength: 5 }),
    fc.array(use, { minLength: 1, maxLength: 5 }),
  )
  .map(([imports, definitions, uses]) => `${[...imports, ...definitions, ...uses].join('\n')}\n`);

/** A whole project. */
export const pythonProject = fc
  .tuple(
    ...PATHS.map((path) => fc.tuple(fc.constant(path), fc.option(pythonText, { freq: 6, nil: undefined }))),
  )
  .map((entries) => {
    const sources = new Map<string, string>();
    for (const [path, text] of entries) if (text !== undefined) sources.set(path, text);
    return sources;
  });

/** What happens to a project: one file gets another text, loses or gains a part, goes, or moves down by a line. */
export type Edit =
  | { readonly kind: 'write'; readonly path: string; readonly text: string }
  | { readonly kind: 'remove'; readonly place: number }
  | { readonly kind: 'shift'; readonly place: number }
  | { readonly kind: 'append'; readonly place: number; readonly text: string }
  | { readonly kind: 'cut'; readonly place: number; readonly line: number };

export const edit: fc.Arbitrary<Edit> = mostly<Edit>(
  [2, fc.record({ kind: fc.constant('write'), path: fc.constantFrom(...PATHS), text: pythonText })],
  [1, fc.record({ kind: fc.constant('remove'), place: fc.nat(20) })],
  [1, fc.record({ kind: fc.constant('shift'), place: fc.nat(20) })],
  [4, fc.record({ kind: fc.constant('append'), place: fc.nat(20), text: mostly([1, definition], [1, use]) })],
  [4, fc.record({ kind: fc.constant('cut'), place: fc.nat(20), line: fc.nat(40) })],
);

/** The project after an edit. */
export function applyEdit(sources: ReadonlyMap<string, string>, change: Edit): Map<string, string> {
  const next = new Map(sources);
  if (change.kind === 'write') return next.set(change.path, change.text);
  const paths = [...sources.keys()].sort();
  const path = paths[change.place % Math.max(1, paths.length)];
  if (path === undefined) return next;
  const text = sources.get(path) ?? '';
  switch (change.kind) {
    case 'remove':
      next.delete(path);
      break;
    case 'shift':
      next.set(path, `\n${text}`);
      break;
    case 'append':
      next.set(path, `${text}${change.text}\n`);
      break;
    case 'cut': {
      // The line and what is indented below it.
      const lines = text.split('\n');
      const start = change.line % lines.length;
      let end = start + 1;
      while (lines[end]?.startsWith('    ')) end++;
      next.set(path, [...lines.slice(0, start), ...lines.slice(end)].join('\n'));
    }
  }
  return next;
}
