/**
 * What a test runner runs a function for, without a call: `setUp` and its like for the tests of their class and of the
 * classes that inherit them, `setup_module` for those of its file, a fixture with `autouse=True` for those beside it. One in a
 * `conftest.py` serves a whole folder: the folder is the answer, not each of its tests.
 */
import type { GraphView, NodeRef } from '../graph.js';
import { textList } from './brief.js';
import { classOf, derivedFrom, memberOf } from './hierarchy.js';
import { edgesFrom } from './relations.js';

/** Functions beside which this one is run, tests or not; empty for what no runner knows by its name or decorator. */
export function runAround(view: GraphView, node: NodeRef): readonly NodeRef[] {
  if (view.type(node) !== 'function') return [];
  const isAutomatic = textList(view.properties(node).decorators).some((text) => AUTOUSE.test(text));
  const owner = classOf(view, node);
  if (owner !== undefined) {
    const name = view.name(node);
    if (!isAutomatic && !CLASS_HOOK.test(name)) return [];
    const heirs = derivedFrom(view, owner).filter((each) => memberOf(view, each, name) === node);
    return [owner, ...heirs].flatMap((each) => functionsOf(view, each));
  }
  if (!isAutomatic && !MODULE_HOOK.test(view.name(node))) return [];
  return view
    .incoming(node)
    .filter((edge) => view.edgeType(edge) === 'contains')
    .flatMap((edge) => inFile(view, view.source(edge)));
}

/** The folder below which every test is run with this fixture, '' for all of the project; undefined for other functions. */
export function folderServed(view: GraphView, node: NodeRef): string | undefined {
  if (view.type(node) !== 'function' || classOf(view, node) !== undefined) return undefined;
  const [, folder] = CONFTEST.exec(view.path(node)) ?? [];
  if (folder === undefined) return undefined;
  const decorators = textList(view.properties(node).decorators);
  return decorators.some((text) => AUTOUSE.test(text)) ? folder : undefined;
}

const CONFTEST = /^(.*\/|)conftest\.py$/;
const AUTOUSE = /\bfixture\b.*\bautouse\s*=\s*True\b/s;
const CLASS_HOOK =
  /^(?:setUp|tearDown|setUpClass|tearDownClass|setUpTestData|asyncSetUp|asyncTearDown|setup_method|teardown_method|setup_class|teardown_class)$/;
const MODULE_HOOK =
  /^(?:setUpModule|tearDownModule|setup_module|teardown_module|setup_function|teardown_function)$/;

function inFile(view: GraphView, file: NodeRef): NodeRef[] {
  const held = edgesFrom(view, file, 'contains').map((edge) => view.target(edge));
  return held.flatMap((node) => (view.type(node) === 'class' ? functionsOf(view, node) : [node]));
}

function functionsOf(view: GraphView, ofClass: NodeRef): NodeRef[] {
  const held = edgesFrom(view, ofClass, 'contains').map((edge) => view.target(edge));
  return held.filter((node) => view.type(node) === 'function');
}
