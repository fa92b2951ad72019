/** How a script failed, with the reason for code that depends on it. */
export type BadEnding = { error: string; reason?: "scriptOutOfTime" };

/** A script exceeded its time limit. */
export const SCRIPT_TIMED_OUT = { error: "Script execution timed out", reason: "scriptOutOfTime" } as const;

/** A hook exceeded its time limit. */
export const HOOK_TIMED_OUT = { error: "The hook timed out" } as const;

/** The error of a script whose process ended under it, twice. Not in the spec. */
export const SCRIPT_ENGINE_STOPPED = "The script engine stopped";
