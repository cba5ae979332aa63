/**
 * The node names of the Python grammar that the extractor tells apart, as small numbers, so that a `switch` over them is
 * a jump table. What is not listed is `Kind.OTHER`: punctuation, keywords, and what carries nothing. Anonymous tokens are
 * written in quotes, since some share their text with a node: `yield`, `await`.
 */
import { ERROR_SYMBOL } from '../parse.js';

const NAMES = [
  'OTHER',
  'ERROR',
  'aliased_import',
  'argument_list',
  'as_pattern',
  'as_pattern_target',
  'assert_statement',
  'assignment',
  'attribute',
  'augmented_assignment',
  'await',
  'binary_operator',
  'block',
  'boolean_operator',
  'break_statement',
  'call',
  'case_clause',
  'case_pattern',
  'class_definition',
  'class_pattern',
  'comment',
  'comparison_operator',
  'concatenated_string',
  'conditional_expression',
  'constrained_type',
  'continue_statement',
  'decorated_definition',
  'decorator',
  'default_parameter',
  'delete_statement',
  'dict_pattern',
  'dictionary',
  'dictionary_comprehension',
  'dictionary_splat',
  'dictionary_splat_pattern',
  'dotted_name',
  'elif_clause',
  'ellipsis',
  'else_clause',
  'except_clause',
  'expression_list',
  'expression_statement',
  'false',
  'finally_clause',
  'float',
  'for_in_clause',
  'for_statement',
  'function_definition',
  'future_import_statement',
  'generator_expression',
  'generic_type',
  'global_statement',
  'identifier',
  'if_clause',
  'if_statement',
  'import_from_statement',
  'import_prefix',
  'import_statement',
  'integer',
  'interpolation',
  'keyword_argument',
  'keyword_pattern',
  'keyword_separator',
  'lambda',
  'lambda_parameters',
  'line_continuation',
  'list',
  'list_comprehension',
  'list_pattern',
  'list_splat',
  'list_splat_pattern',
  'match_statement',
  'member_type',
  'module',
  'named_expression',
  'none',
  'nonlocal_statement',
  'not_operator',
  'pair',
  'parameters',
  'parenthesized_expression',
  'pattern_list',
  'positional_separator',
  'raise_statement',
  'relative_import',
  'return_statement',
  'set',
  'set_comprehension',
  'slice',
  'splat_pattern',
  'splat_type',
  'string',
  'string_content',
  'string_end',
  'string_start',
  'subscript',
  'true',
  'try_statement',
  'tuple',
  'tuple_pattern',
  'type',
  'type_alias_statement',
  'type_parameter',
  'typed_default_parameter',
  'typed_parameter',
  'unary_operator',
  'union_pattern',
  'union_type',
  'while_statement',
  'wildcard_import',
  'with_clause',
  'with_item',
  'with_statement',
  'yield',
  // Anonymous tokens that change a meaning.
  '"and"',
  '"async"',
  '"from"',
  '"-"',
  '"_"',
] as const;

export type KindName = (typeof NAMES)[number];

/** The number of each kind: `Kind.call`. */
export const Kind = Object.fromEntries(NAMES.map((name, kind) => [name, kind])) as {
  readonly [name in KindName]: number;
};

/** Symbol → kind for one loaded grammar, whose node names by symbol are given, anonymous ones in quotes. */
export function kindsBySymbol(symbols: readonly string[]): Uint8Array {
  const kinds = new Uint8Array(ERROR_SYMBOL + 1);
  const byName = new Map<string, number>(NAMES.map((name, kind) => [name, kind]));
  symbols.forEach((name, symbol) => {
    kinds[symbol] = byName.get(name) ?? Kind.OTHER;
  });
  kinds[ERROR_SYMBOL] = Kind.ERROR;
  return kinds;
}

/** What stands between the parts of a node. */
export function isPunctuation(kind: number): boolean {
  return kind === Kind.OTHER || kind === Kind.comment || kind === Kind.line_continuation;
}
