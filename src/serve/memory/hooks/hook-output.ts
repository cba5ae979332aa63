/** What a hook prints, in the form of the host; nothing is an empty object. */

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

/** Text for the model, and perhaps a line for the user. */
export function hookOutput(event: HookEvent, context: string, systemMessage?: string): HookOutput {
  if (context === '') return NOTHING;
  return {
    hookSpecificOutput: { hookEventName: event, additionalContext: context },
    ...(systemMessage !== undefined && { systemMessage }),
  };
}
