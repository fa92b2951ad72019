import { startProcess } from "#server/start-process.ts";
import { listen } from "#server/store/database/listen.ts";
import { claimWaiting } from "#server/store/execution/execution-leases.ts";
import { type Shutdown, shutdownSignal } from "../shutdown-signal.ts";

/**
 * Runs executions whose workers died twice, one after the other, and exits. Most were not the cause, but ran next to
 * it.
 */
const { app, close } = await startProcess("standalone");
const { db, engine } = app;
const ears = listen(app.db.sessionUrl, { execution_cancelled: (id) => engine.abort(Number(id)) });
let shutdown: Shutdown | undefined;
const stopping = shutdownSignal(app.log).then((reason) => {
  shutdown = reason;
});
while (!shutdown) {
  const [claimed] = await claimWaiting(db.pool, { runnerId: engine.runnerId, limit: 1, alone: true });
  if (!claimed) break;
  await Promise.race([engine.runClaimed(claimed), stopping]);
}
await ears.close();
await close(shutdown?.isFault ? 0 : 5000, shutdown);
process.exit(shutdown?.isFault ? 1 : 0);
