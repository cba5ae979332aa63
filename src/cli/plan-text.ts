/** What `kg-memory index --dry-run` says: what a run would send to the language model, and that nothing was sent. */
import type { Plan } from '../code/enrich/plan.js';
import { codeSpan, countOf, grouped } from '../code/render/text.js';

/** Tokens are rough, and what is read first may lead to more. */
export function planText(
  plan: Plan,
  { model, endpoint }: { readonly model: string; readonly endpoint: string },
): string {
  const { documents, documentsKnown, pairs, pairsKnown, calls, tokensIn, tokensOut } = plan;
  return [
    `# A run would send ${countOf(calls, 'call')} to ${codeSpan(model)} at ${codeSpan(endpoint)}`,
    `Some ${grouped(tokensIn)} tokens in, ${grouped(tokensOut)} out. Nothing was sent.`,
    '',
    `- documents to read: ${countOf(documents.length, 'call')}; known: ${grouped(documentsKnown)}`,
    `- pairs of concepts to compare: ${grouped(pairs)}, ten a call; known: ${grouped(pairsKnown)}`,
    ...(documents.length === 0 ? [] : ['- what is read may hold concepts to compare: at most 20 calls more']),
    ...documents.map(({ path, tokens }) => `- ${codeSpan(path)}: some ${grouped(tokens)} tokens`),
  ].join('\n');
}
