import { begin } from "#server/begin.ts";
import { listen } from "#server/store/listen.ts";
import { untilTold } from "../until-told.ts";
import { createClock } from "./clock.ts";
import { duties } from "./duties.ts";
import { jobHandlers } from "./jobs/handlers.ts";
import { createPump } from "./pump.ts";
import { createQuarantine } from "./quarantine.ts";

/** The worker: runs waiting executions, keeps the clock of retries and schedules, works on the queue. */
const { app, databaseUrl, close } = await begin("worker", jobHandlers);
const { db, engine, env, log } = app;

const pump = createPump({ db, engine, log, concurrency: env.WORKER_CONCURRENCY });
const quarantine = createQuarantine({ db, log });
const clock = createClock([...duties(app), { name: "quarantine", everyMs: 2000, run: quarantine.look }], log);
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
