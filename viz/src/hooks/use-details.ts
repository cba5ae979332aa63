/** The details of the chosen node, asked for when it is chosen and when the graph has changed. */
import { useEffect, useState } from 'react';
import type { NodeDetails } from '../../../src/serve/viz/wire.js';
import { seenText } from '../data/seen-text.js';
import { ApiError, fetchNode } from '../net/api.js';

export type Details = NodeDetails | ApiError | undefined;

/** `undefined` while they are on their way, and for what is no code. */
export function useDetails(project: string, id: string | undefined, savedAt: number): Details {
  const [details, setDetails] = useState<{ readonly id: string; readonly found: NodeDetails | ApiError }>();
  useEffect(() => {
    if (id === undefined || savedAt === 0) return undefined;
    const controller = new AbortController();
    fetchNode(project, id, controller.signal)
      .then((found) => setDetails({ id, found: seenDetails(found) }))
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        setDetails({ id, found: error });
      });
    return () => controller.abort();
  }, [project, id, savedAt]);
  return details?.id === id ? details?.found : undefined;
}

/** The texts as they may be shown. */
function seenDetails(details: NodeDetails): NodeDetails {
  const { signature, summary } = details.node;
  return {
    ...details,
    node: {
      ...details.node,
      ...(signature !== undefined && { signature: seenText(signature) }),
      ...(summary !== undefined && { summary: seenText(summary) }),
    },
    docstring: seenText(details.docstring),
    properties: details.properties.map(([name, value]) => [seenText(name), seenText(value)]),
    governing: details.governing.map((each) => ({
      ...each,
      node: { ...each.node, name: seenText(each.node.name) },
      status: seenText(each.status),
      decision: seenText(each.decision),
    })),
  };
}
