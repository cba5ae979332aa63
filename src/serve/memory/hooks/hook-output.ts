/**
 * What a hook prints, in the form of the host; nothing is an empty object. The words are shown between tags of the host's own,
 * so stored text can neither end nor begin one.
 */

/** The whole document. */
export interface HookOutput {
  readonly hookSpecificOutput?: {
    readonly hookEventName: HookEvent;
    readonly additionalContext: string;
  };
  /** Shown to the user. */
  readonly systemMessage?: string;
}

export type HookEvent = 'SessionStart' | 'UserPromptSubmit' | 'PostToolUse' | 'SubagentStart';

/** Says nothing. */
export const NOTHING: HookOutput = {};

const HOST_TAG =
  /<(?=\s*\/?\s*(?:system|task|user|local|command|bash|ide|attached|function|assistant|human|antml)[-_:])/gi;
// Half a pair is no character: strict readers of JSON refuse the whole document.
const HALF_A_PAIR = /\p{Surrogate}/gu;

/** Text for the model, and perhaps a line for the user. */
export function hookOutput(event: HookEvent, context: string, systemMessage?: string): HookOutput {
  if (context === '') return NOTHING;
  return {
    hookSpecificOutput: { hookEventName: event, additionalContext: asWords(context) },
    ...(systemMessage !== undefined && { systemMessage }),
  };
}

/** Of the same length. */
function asWords(context: string): string {
  return context.replace(HOST_TAG, '‹').replace(HALF_A_PAIR, '\ufffd');
}
