import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { Counter, register } from "prom-client";
import type { RunningEngine } from "#server/services/execution/engine.ts";
import type { Database } from "#server/store/database.ts";
import { claimWaiting } from "#server/store/execution-leases.ts";
import { takeTurns } from "./take-turns.ts";

/** No organisation gets more than this part of a worker, so that there is always room for another (reliability S16). */
const SHARE = 0.75;
/** A busy worker takes what has come meanwhile in one claim, and rests the longer the more the last one brought. */
const REST_MS = { least: 30, each: 2, most: 45 };

const CLAIMS = "formulary_executions_claimed_total";
const claims =
  (register.getSingleMetric(CLAIMS) as Counter | undefined) ??
  new Counter({ name: CLAIMS, help: "Executions that this worker has taken." });

/**
 * Takes waiting executions as long as there is room and runs them. `wake` says that there may be some; without
 * it they are looked for twice a second.
 */
export function createPump({
  db,
  engine,
  log,
  concurrency,
}: {
  db: Database;
  engine: RunningEngine;
  log: Logger;
  concurrency: number;
}) {
  const { runnerId } = engine;
  const perOrganization = new Map<number, number>();
  const share = Math.max(1, Math.floor(concurrency * SHARE));
  let running = 0;
  let restUntil = 0;
  const turns = takeTurns({ take, rest, what: "executions", log });

  function begin(claimed: Awaited<ReturnType<typeof claimWaiting>>[number]) {
    const { organizationId } = claimed;
    running++;
    perOrganization.set(organizationId, (perOrganization.get(organizationId) ?? 0) + 1);
    void engine.runClaimed(claimed).finally(() => {
      running--;
      const left = (perOrganization.get(organizationId) ?? 1) - 1;
      if (left) perOrganization.set(organizationId, left);
      else perOrganization.delete(organizationId);
      turns.wake();
    });
  }

  async function rest() {
    const restMs = running > 0 ? restUntil - performance.now() : 0;
    if (restMs > 0) await pause(restMs);
  }

  async function take(): Promise<boolean> {
    const limit = concurrency - running;
    if (limit <= 0) return false;
    const began = performance.now();
    const claimed = await claimWaiting(db.pool, { runnerId, limit, share, running: perOrganization });
    restUntil = began + Math.min(Math.max(REST_MS.least, claimed.length * REST_MS.each), REST_MS.most);
    claimed.forEach(begin);
    claims.inc(claimed.length);
    return claimed.length > 0 && running < concurrency;
  }

  /** `stop` takes no more; what runs goes on. */
  return turns;
}
