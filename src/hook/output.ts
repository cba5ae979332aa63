/**
 * What is printed: the host's form and nothing else. A reply is taken apart and put together again, so that whatever answers
 * at the port can say something to the model, and cannot stop a prompt or change a tool.
 */
import type { CourierEvent } from './events.js';

/** Hosts put more into a file and show its beginning. */
const CONTEXT_CHARS_MAX = 10_000;
const MESSAGE_CHARS_MAX = 300;

/** The line to print, or '' when the reply has nothing for this event. */
export function lineFor({ hostName }: CourierEvent, reply: Readonly<Record<string, unknown>>): string {
  const { hookEventName, additionalContext } = Object(reply.hookSpecificOutput);
  if (hookEventName !== hostName || typeof additionalContext !== 'string') return '';
  const message = typeof reply.systemMessage === 'string' ? reply.systemMessage : undefined;
  return lineOf(hostName, additionalContext, message);
}

/** The line with these words for the model, and perhaps some for the user. */
export function lineOf(hostName: CourierEvent['hostName'], context: string, message?: string): string {
  if (context.trim() === '' || context.length > CONTEXT_CHARS_MAX) return '';
  const output = {
    hookSpecificOutput: { hookEventName: hostName, additionalContext: context },
    ...(message !== undefined && { systemMessage: message.slice(0, MESSAGE_CHARS_MAX) }),
  };
  return `${JSON.stringify(output)}\n`;
}
