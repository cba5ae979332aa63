// What one TypeScript file imports and which globals it touches, found in its syntax tree (types included, which
// a bundler would drop). It resolves nothing and judges nothing.

import ts from 'typescript';
import { DISK_WRITERS } from './import-rules.mjs';

/**
 * @typedef {{ specifier: string, line: number }} Import
 * @typedef {{ name: string, line: number }} Touch
 */

/** Globals that rules may name; `process` and `Math` are looked at by member. */
const WATCHED_GLOBALS = new Set(['performance', 'console', 'fetch']);
const WATCHED_OWNERS = new Set(['process', 'Math']);
const DISK_MODULE = /^(node:)?fs(\/promises)?$/;

/**
 * @param {string} path only its extension matters
 * @param {string} text
 * @returns {{ imports: Import[], touches: Touch[] }}
 */
export function readSourceFacts(path, text) {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
  /** @type {Import[]} */
  const imports = [];
  /** @type {Touch[]} */
  const touches = [];
  /** @type {Map<string, string>} */
  const diskNames = new Map();
  /** @type {ts.Node[]} */
  const pending = [tree];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
    const specifier = specifierOf(node);
    if (specifier !== undefined) imports.push({ specifier, line });
    for (const [local, name] of namesFromDisk(node)) diskNames.set(local, name);
    for (const name of touchesOf(node)) touches.push({ name, line });
    if (isDiskWrite(node, diskNames)) touches.push({ name: 'write to disk', line });
    // Last pushed, first visited: in source order, so that imports are known before their uses.
    pending.push(...node.getChildren(tree).toReversed());
  }
  return { imports, touches };
}

/**
 * The specifier of an import, export, import(), require() or import type; '' when it is computed.
 * @param {ts.Node} node
 * @returns {string | undefined}
 */
function specifierOf(node) {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
    return node.moduleSpecifier && textOf(node.moduleSpecifier);
  }
  if (ts.isImportTypeNode(node))
    return ts.isLiteralTypeNode(node.argument) ? textOf(node.argument.literal) : '';
  if (ts.isExternalModuleReference(node)) return textOf(node.expression);
  if (!ts.isCallExpression(node)) return undefined;
  const isImport = node.expression.kind === ts.SyntaxKind.ImportKeyword;
  const isRequire = ts.isIdentifier(node.expression) && node.expression.text === 'require';
  return isImport || isRequire ? textOf(node.arguments[0]) : undefined;
}

/** @param {ts.Node | undefined} node */
function textOf(node) {
  return node !== undefined && ts.isStringLiteralLike(node) ? node.text : '';
}

/**
 * Local names that stand for node:fs, its promises, or one of its functions: local name → name there, '' for all.
 * @param {ts.Node} node
 * @returns {[string, string][]}
 */
function namesFromDisk(node) {
  if (!ts.isImportDeclaration(node) || !DISK_MODULE.test(textOf(node.moduleSpecifier))) return [];
  const clause = node.importClause;
  const bindings = clause?.namedBindings;
  /** @type {[string, string][]} */
  const found = clause?.name ? [[clause.name.text, '']] : [];
  if (bindings && ts.isNamespaceImport(bindings)) found.push([bindings.name.text, '']);
  if (bindings && ts.isNamedImports(bindings)) {
    for (const { name, propertyName } of bindings.elements) {
      const original = (propertyName ?? name).text;
      found.push([name.text, original === 'promises' ? '' : original]);
    }
  }
  return found;
}

/**
 * A call that changes something on the disk: of a writer, or of open with flags to write.
 * @param {ts.Node} node
 * @param {Map<string, string>} diskNames
 */
function isDiskWrite(node, diskNames) {
  if (!ts.isCallExpression(node)) return false;
  const called = diskFunction(node.expression, diskNames);
  if (called === 'open' || called === 'openSync') return /[wax+]/.test(textOf(node.arguments[1]));
  return called !== undefined && DISK_WRITERS.has(called);
}

/**
 * The function of node:fs that a callee stands for.
 * @param {ts.Expression} callee
 * @param {Map<string, string>} diskNames
 */
function diskFunction(callee, diskNames) {
  if (ts.isIdentifier(callee)) return diskNames.get(callee.text);
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  const owner = callee.expression.getText().replace(/\.promises$/, '');
  return diskNames.get(owner) === '' ? callee.name.text : undefined;
}

/**
 * `process.env`, `console`, … as this node touches them.
 * @param {ts.Node} node
 * @returns {string[]}
 */
function touchesOf(node) {
  if (!ts.isIdentifier(node)) return [];
  if (node.text === 'Date') return isAskingTheTime(node) ? ['the time'] : [];
  if (WATCHED_OWNERS.has(node.text)) return membersTouched(node);
  return WATCHED_GLOBALS.has(node.text) && isFreeValue(node) ? [node.text] : [];
}

/**
 * `Date.now`, `Date()` or `new Date()`; `new Date(text)` and `instanceof Date` ask for no time.
 * @param {ts.Identifier} node
 */
function isAskingTheTime({ parent }) {
  if (ts.isPropertyAccessExpression(parent)) return parent.name.text === 'now';
  if (ts.isCallExpression(parent)) return true;
  return ts.isNewExpression(parent) && (parent.arguments ?? []).length === 0;
}

/** @param {ts.Identifier} owner */
function membersTouched(owner) {
  const { parent } = owner;
  if (ts.isPropertyAccessExpression(parent) && parent.expression === owner)
    return [`${owner.text}.${parent.name.text}`];
  if (ts.isElementAccessExpression(parent) && parent.expression === owner) {
    return [`${owner.text}.${textOf(parent.argumentExpression)}`];
  }
  if (
    ts.isVariableDeclaration(parent) &&
    parent.initializer === owner &&
    ts.isObjectBindingPattern(parent.name)
  ) {
    return parent.name.elements.map(
      ({ name, propertyName }) => `${owner.text}.${(propertyName ?? name).getText()}`,
    );
  }
  return [];
}

/**
 * Not a member, a type, a declaration or a key of that name.
 * @param {ts.Identifier} node
 */
function isFreeValue(node) {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isTypeReferenceNode(parent) || ts.isQualifiedName(parent)) return false;
  const isDeclared = 'name' in parent && parent.name === node;
  const isKey = ts.isPropertyAssignment(parent) && parent.name === node;
  return !isDeclared && !isKey && !ts.isImportSpecifier(parent) && !ts.isExportSpecifier(parent);
}
