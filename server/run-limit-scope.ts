import { AsyncLocalStorage } from "node:async_hooks";
import type { RunLimit } from "./account/run-limit.ts";

/** The limit of the run whose request to our own API is handled. */
const limits = new AsyncLocalStorage<RunLimit | null>();

export const currentLimit = (): RunLimit | null => limits.getStore() ?? null;

/** Handles a request of a run; without a limit, one of a run around it does not apply either. */
export const withinLimit = <Result>(limit: RunLimit | null, work: () => Result): Result => limits.run(limit, work);
