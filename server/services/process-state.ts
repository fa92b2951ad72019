import { availableParallelism } from "node:os";
import { LRUCache } from "lru-cache";
import { createBoundedQueue } from "#server/bounded-queue.ts";
import type { App, ProcessState } from "#server/context.ts";
import { createIntake } from "#server/event/intake.ts";
import { idsAhead } from "#server/store/execution/executions.ts";
import { createRunLimits } from "./execution/run-limits.ts";

const MAX_CIRCUITS = 5000;

/** The state that a process keeps between requests; created where the process is composed. */
export const createProcessState = ({ env, db }: Pick<App, "env" | "db">): ProcessState => ({
  nextEventId: idsAhead(db.pool, "event_id_seq"),
  webhooks: createIntake({ perSecond: env.EVENTS_PER_SECOND, burstSeconds: 10 }),
  eventRuns: createIntake<string>({ perSecond: env.EVENT_RUNS_PER_OBJECT / 60, burstSeconds: 60 }),
  captureMisses: createIntake<string>({ perSecond: 1, burstSeconds: 60 }),
  recordedCalls: createIntake({ perSecond: 1, burstSeconds: 60 }),
  agentCalls: createIntake({ perSecond: env.AGENT_CALLS_PER_MINUTE / 60, burstSeconds: 60 }),
  heldBackNotices: createIntake({ perSecond: 1 / 3600, burstSeconds: 3600 }),
  circuits: new LRUCache({ max: MAX_CIRCUITS }),
  refreshes: new Map(),
  pages: new WeakMap(),
  passwordChecks: createBoundedQueue({
    // Password checks are slow by design: they may use only a part of the processor.
    concurrency: Math.max(1, Math.floor(availableParallelism() / 4)),
    maxWaiting: 100,
    maxWaitingPerKey: 40,
  }),
  decoyHashes: new WeakMap(),
  runLimits: createRunLimits(db),
});
