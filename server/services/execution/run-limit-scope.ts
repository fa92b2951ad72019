import { AsyncLocalStorage } from "node:async_hooks";
import type { RunLimit } from "#server/account/caller.ts";

/**
 * The limit of the run whose request to our own API is handled; null for one without a limit, to which that of a run
 * around it does not apply either.
 */
export const runLimit = new AsyncLocalStorage<RunLimit | null>();
