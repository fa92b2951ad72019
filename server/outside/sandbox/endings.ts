/** The text of a script that used up its time. */
export const SCRIPT_TIMED_OUT = "Script execution timed out";

/** The error of a hook that exceeded its time limit. */
export const HOOK_TIMED_OUT = "The hook timed out";

/** The text of a script whose process ended under it, twice. Not in the spec. */
export const SCRIPT_ENGINE_STOPPED = "The script engine stopped";
