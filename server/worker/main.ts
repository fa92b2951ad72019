import { begin } from "#server/begin.ts";
import { startDueSchedules } from "#server/services/execution/start-due-schedules.ts";
import { takeOverExecutions } from "#server/services/execution/take-over-executions.ts";
import { findStalledQueues, promoteQueued, wakeRetries } from "#server/store/executions.ts";
import { listen } from "#server/store/listen.ts";
import { untilTold } from "../until-told.ts";
import { createClock } from "./clock.ts";
import { jobHandlers } from "./jobs/handlers.ts";
import { createPump } from "./pump.ts";
import { createQuarantine } from "./quarantine.ts";

/** The worker: runs waiting executions, keeps the clock of retries and schedules, works on the queue. */
const { app, databaseUrl, close } = await begin("worker", jobHandlers);
const { db, engine, env, log } = app;

const pump = createPump({ db, engine, log, concurrency: env.WORKER_CONCURRENCY });
const quarantine = createQuarantine(log);
const promote = (instances: number[]) => Promise.all(instances.map((id) => promoteQueued(db.pool, id)));
const clock = createClock(
  [
    { name: "retries", everyMs: 500, run: async () => promote(await wakeRetries(db.pool)) },
    { name: "schedules", everyMs: 1000, run: () => startDueSchedules(app) },
    { name: "recovery", everyMs: 2000, run: async () => (await takeOverExecutions(app)) && quarantine.run() },
    { name: "queues", everyMs: 5000, run: async () => promote(await findStalledQueues(db.pool)) },
  ],
  log,
);
const ears = listen(
  databaseUrl,
  { execution_waiting: pump.wake, execution_cancelled: (id) => engine.abort(Number(id)) },
  pump.wake,
);

log.info("worker ready");
await untilTold();
log.info("worker stopping");
await Promise.all([pump.stop(), clock.stop(), quarantine.stop()]);
await ears.close();
await close(25_000);
process.exit(0);
