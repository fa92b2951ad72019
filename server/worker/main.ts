import { createHealth, openHealthPort } from "#server/api/health.ts";
import { exposeProcessMetrics } from "#server/api/process-metrics.ts";
import { createDeliverer } from "#server/services/notification/deliver.ts";
import { startProcess } from "#server/start-process.ts";
import { listen } from "#server/store/listen.ts";
import { DELIVERY_READY } from "#server/store/outbox.ts";
import { shutDown } from "../shut-down.ts";
import { shutdownSignal } from "../shutdown-signal.ts";
import { createClock } from "./clock.ts";
import { createCourier } from "./courier.ts";
import { duties } from "./duties.ts";
import { jobHandlers } from "./jobs/handlers.ts";
import { createPump } from "./pump.ts";
import { createQuarantine } from "./quarantine.ts";

/** The worker: runs waiting executions, keeps the clock of retries and schedules, works on the queue. */
const { app, mailer, databaseUrl, close } = await startProcess("worker", jobHandlers);
const { db, engine, env, log } = app;

const pump = createPump({ db, engine, log, concurrency: env.WORKER_CONCURRENCY });
const courier = createCourier({ db, log, deliver: createDeliverer({ ...app, mailer }) });
const quarantine = createQuarantine({ db, log });
const clock = createClock([...duties(app), { name: "quarantine", everyMs: 2000, run: quarantine.look }], log);
const ears = listen(
  databaseUrl,
  {
    execution_waiting: pump.wake,
    execution_cancelled: (id) => engine.abort(Number(id)),
    [DELIVERY_READY]: courier.wake,
    event_unread: () => clock.wake("events"),
  },
  () => {
    pump.wake();
    courier.wake();
  },
);

let isStopping = false;
exposeProcessMetrics(app, engine);
const unready = () => (isStopping ? "shutting down" : undefined);
openHealthPort(app, createHealth(app, { unready, metrics: "open" }));

log.info("worker ready");
await shutdownSignal();
log.info("worker stopping");
isStopping = true;
await shutDown("worker", [
  () => Promise.all([pump.stop(), courier.stop(), clock.stop(), quarantine.stop()]),
  ears.close,
  () => close(22_000),
]);
