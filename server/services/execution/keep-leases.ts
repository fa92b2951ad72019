import type { App } from "#server/context.ts";
import { heartbeat } from "#server/store/execution/execution-leases.ts";
import { withinMs } from "./within-ms.ts";

const ALIVE_MS = 10_000;
const HEARTBEAT_MS = 3000;
/** A process starts without its store for files if that does not respond. */
const IDENTIFY_MS = 5000;

/**
 * Renews all leases of a process by one heartbeat, which also says which store for files it has. Resolves after the first.
 */
export async function keepLeases(
  { db, log, valueFiles }: Pick<App, "db" | "log" | "valueFiles">,
  { runnerId, kind }: { runnerId: string; kind: string },
) {
  let lastBeat = performance.now();
  let fileStore: string | null = null;
  const identifyFiles = async () => {
    fileStore = await valueFiles.identify();
  };
  const beat = async () => {
    valueFiles.isShared = await heartbeat(db.pool, { runnerId, kind, aliveMs: ALIVE_MS, fileStore });
    lastBeat = performance.now();
    // The next beat says what it finds: leases do not wait for files.
    void identifyFiles();
  };
  await withinMs(identifyFiles(), IDENTIFY_MS);
  await beat();
  const heart = setInterval(() => beat().catch((error) => log.warn({ err: error }, "heartbeat missed")), HEARTBEAT_MS);
  return {
    /** The time since the leases were last renewed. */
    ageMs: () => performance.now() - lastBeat,
    stop: () => clearInterval(heart),
  };
}
