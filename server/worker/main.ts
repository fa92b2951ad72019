import { createHealth, openHealthPort } from "#server/api/health.ts";
import { exposeProcessMetrics } from "#server/api/process-metrics.ts";
import { keepProcessRow } from "#server/services/system/process-row.ts";
import { startProcess } from "#server/start-process.ts";
import { shutDown } from "../shut-down.ts";
import { shutdownSignal } from "../shutdown-signal.ts";
import { startBackgroundWork } from "./background-work.ts";
import { createIsolatedExecutions } from "./isolated-executions.ts";
import { queues } from "./queues.ts";

/** The worker: does all background work (`queues.ts`). */
const { app, jobs, egress, mailer, close } = await startProcess("worker");
const { engine, log } = app;

const isolated = createIsolatedExecutions(app);
const background = await startBackgroundWork(app, {
  queues: queues({ app, http: egress.http, mailer, isolate: isolated.start }),
  jobs,
  channels: { execution_cancelled: (id) => engine.abort(Number(id)) },
});

let isStopping = false;
exposeProcessMetrics(app, engine);
const unready = () => (isStopping ? "shutting down" : undefined);
await openHealthPort(app, createHealth(app, { unready, metrics: "open" }));

const row = keepProcessRow(app, "worker");
// A signal may follow at once when the log says that the worker is ready.
const signaled = shutdownSignal(log);
log.info("worker ready");
const shutdown = await signaled;
log.info("worker stopping");
isStopping = true;
const steps = [() => Promise.all([background.stop(), isolated.stop()]), row.stop, () => close(22_000, shutdown)];
await shutDown("worker", steps, shutdown);
