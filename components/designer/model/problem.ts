import type { Change } from "./change-draft.ts";
import type { PartRef } from "./draft.ts";

/** A problem of the draft. An `error` prevents saving, a `hint` does not. */
export type Problem = { severity: "error" | "hint"; message: string; at?: PartRef; property?: string; fix?: Fix };

/** An automatic fix. */
export type Fix = { label: string; change: Change };
