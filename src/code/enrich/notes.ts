/** What a run of the language model comes to, in lines for people. */
import { counted } from '../../kernel/text.js';
import type { IndexState } from '../project-face.js';
import type { Enrichment } from './enricher.js';

/** What was read and what it cost; what failed is told line by line. */
export function enrichmentNotes(
  { read, judged, elsewhere }: Enrichment,
  { usage, failures = [] }: IndexState['llm'],
): string[] {
  if (elsewhere !== undefined) {
    return [`the language model is being asked by ${elsewhere}; what it finds will be in the graph`];
  }
  const said = `the language model read ${counted(read, 'document')} and compared ${counted(judged, 'pair')}`;
  const cost =
    usage === undefined
      ? ''
      : `: ${counted(usage.calls, 'call')}, ${usage.tokensIn} tokens in, ${usage.tokensOut} out, ${counted(usage.cacheHits, 'cache hit')}`;
  return [`${said}${cost}`, ...failures];
}
