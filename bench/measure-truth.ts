/**
 * How true graphs are: definitions, imports and bases of whole foreign trees against CPython's own parser. Prints what
 * differs, not only how much.
 */
import { findPython } from '../test/support/python.js';
import { askDefinitions, compareDefinitions } from '../test/truth/definition-truth.js';
import { exportInPlace } from '../test/truth/exported.js';
import { askOracle, type Comparison, compareRelations, scores } from '../test/truth/relations.js';
import type { Corpus } from './corpus.js';
import { percent, type Row } from './rows.js';

// Recall and precision asked for.
const IMPORTS_MIN = 0.995;
const INHERITS_MIN = 0.99;

export interface TruthReport {
  readonly rows: readonly Row[];
  /** Every difference, by what differs. */
  readonly differences: Readonly<Record<string, readonly string[]>>;
}

/** One tree against CPython. Throws when there is no python3. */
export function measureTruth(corpus: Corpus): TruthReport {
  const python = findPython(8);
  if (python === undefined) throw new Error('--truth needs a python3');
  const graph = exportInPlace(corpus.root);
  const definitions = compareDefinitions(graph, askDefinitions(python, corpus.root));
  const relations = compareRelations(graph, askOracle(python, corpus.root));
  const found = {
    right: definitions.total - definitions.missing.length,
    missing: definitions.missing,
    extra: definitions.extra,
  };
  const { imports, inherits } = relations;
  return {
    rows: [
      scoreRow(`definitions of ${corpus.name}`, found, 1),
      scoreRow(`imports of ${corpus.name}`, imports, IMPORTS_MIN),
      scoreRow(`inherits of ${corpus.name}`, inherits, INHERITS_MIN),
    ],
    differences: {
      'files missing': relations.filesMissing,
      'files extra': relations.filesExtra,
      'definitions missing': definitions.missing,
      'definitions extra': definitions.extra,
      'imports missing': imports.missing,
      'imports extra': imports.extra,
      'imports with another type_only': relations.typeOnlyWrong,
      'inherits missing': inherits.missing,
      'inherits extra': inherits.extra,
    },
  };
}

function scoreRow(what: string, comparison: Comparison, min: number): Row {
  const { recall, precision } = scores(comparison);
  const { right, missing, extra } = comparison;
  return {
    what,
    measured: `recall ${recall.toFixed(4)}, precision ${precision.toFixed(4)}`,
    target: `≥ ${min}`,
    load: min / Math.min(recall, precision),
    basis: `${right} agree, ${missing.length} missing, ${extra.length} extra (${percent(1 - recall)} and ${percent(1 - precision)})`,
  };
}
