import { setTimeout as pause } from "node:timers/promises";

/** Waits; an aborted signal rejects with its reason, by which callers know a cancellation from a fault. */
export async function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw error;
  });
}
