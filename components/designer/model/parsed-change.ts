import { readScript } from "#server/script/read-script.ts";
import { type Change, changeDraft as change } from "./change-draft.ts";
import type { Draft } from "./draft.ts";

/** Applies a change with the script parser, for tests and for code that is loaded on demand. */
export const changeDraft = (draft: Draft, next: Change): Draft => change(draft, next, readScript);
