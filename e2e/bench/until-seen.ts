import { setTimeout as pause } from "node:timers/promises";

const PATIENCE_MS = 120_000;

/** Resolves when the provider has seen this many different ids, or after two minutes. */
export async function untilSeen(provider: string, ids: number) {
  for (const deadline = Date.now() + PATIENCE_MS; ; await pause(20)) {
    const seen = (await (await fetch(`${provider}/seen`)).json()) as { ids: number; repeated: number };
    if (seen.ids >= ids || Date.now() > deadline) return { ...seen, at: performance.now() };
  }
}
