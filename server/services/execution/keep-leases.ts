import type { App } from "#server/context.ts";
import { heartbeat, listHeld, releaseAfterFault } from "#server/store/execution/execution-leases.ts";
import type { Peers } from "#server/store/execution/execution-writer.ts";
import { withinMs } from "./within-ms.ts";

const ALIVE_MS = 10_000;
const HEARTBEAT_MS = 3000;
/** Longer than a connection may be silent: a response that is still missing was lost. */
const UNUSED_MS = 15_000;
/** A process starts without its store for files if that does not respond. */
const IDENTIFY_MS = 5000;

type Holder = {
  runnerId: string;
  kind: string;
  /** The executions that run in this process. */
  running: () => number[];
  /** Learns what other processes can do. */
  peers: Peers;
  unusedMs?: number | undefined;
};

/**
 * Renews all leases of a process by one heartbeat, which also says which store for files it has. Resolves after the first.
 * Leases that the process does not know of are released: the response to their claim, or to the insert of their
 * execution, was lost.
 */
export async function keepLeases(
  { db, log, valueFiles }: Pick<App, "db" | "log" | "valueFiles">,
  { runnerId, kind, running, peers, unusedMs = UNUSED_MS }: Holder,
) {
  let lastBeat = performance.now();
  let fileStore: string | null = null;
  const identifyFiles = async () => {
    fileStore = await valueFiles.identify();
  };
  const beat = async () => {
    const common = await heartbeat(db.pool, { runnerId, kind, aliveMs: ALIVE_MS, fileStore });
    valueFiles.isShared = common.isShared;
    peers.computesStepIds = common.computesStepIds;
    lastBeat = performance.now();
    // The next beat says what it finds: leases do not wait for files.
    void identifyFiles();
  };
  let unused = new Map<number, number>();
  /** A response that was lost cannot arrive any more at the second check. */
  const releaseUnused = async () => {
    const found = await listHeld(db.pool, { runnerId, without: running() });
    for (const { executionId, leaseEpoch } of found) {
      if (unused.get(executionId) !== leaseEpoch) continue;
      log.warn({ executionId }, "an execution that this process holds does not run: it is released");
      await releaseAfterFault(db.pool, { executionId, leaseEpoch, counts: false });
    }
    unused = new Map(found.map(({ executionId, leaseEpoch }) => [executionId, leaseEpoch]));
  };
  await withinMs(identifyFiles(), IDENTIFY_MS);
  await beat();
  const heart = setInterval(() => beat().catch((error) => log.warn({ err: error }, "heartbeat missed")), HEARTBEAT_MS);
  const check = setInterval(
    () => releaseUnused().catch((error) => log.warn({ err: error }, "looking for unused leases failed")),
    unusedMs,
  );
  return {
    /** The time since the leases were last renewed. */
    ageMs: () => performance.now() - lastBeat,
    stop() {
      clearInterval(heart);
      clearInterval(check);
    },
  };
}
