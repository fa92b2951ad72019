import { startProcess } from "#server/start-process.ts";
import { listen } from "#server/store/database/listen.ts";
import { claimWaiting } from "#server/store/execution/execution-leases.ts";
import { shutdownSignal } from "../shutdown-signal.ts";

/**
 * Runs executions whose workers died twice, one after the other, and exits. Most were not the cause, but ran next to
 * it.
 */
const { app, close } = await startProcess("standalone");
const { db, engine } = app;
const ears = listen(app.db.sessionUrl, { execution_cancelled: (id) => engine.abort(Number(id)) });
let isStopping = false;
const stopping = shutdownSignal().then(() => {
  isStopping = true;
});
while (!isStopping) {
  const [claimed] = await claimWaiting(db.pool, { runnerId: engine.runnerId, limit: 1, alone: true });
  if (!claimed) break;
  await Promise.race([engine.runClaimed(claimed), stopping]);
}
await ears.close();
await close(5000);
process.exit(0);
