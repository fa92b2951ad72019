/** How a script ended badly, with the reason where something depends on it. */
export type BadEnding = { error: string; reason?: "scriptOutOfTime" };

/** A script used up its time. */
export const SCRIPT_TIMED_OUT = { error: "Script execution timed out", reason: "scriptOutOfTime" } as const;

/** A hook used up its time. */
export const HOOK_TIMED_OUT = { error: "The hook timed out" } as const;

/** The text of a script whose process ended under it, twice. Not in the spec. */
export const SCRIPT_ENGINE_STOPPED = "The script engine stopped";
