import { startProcess } from "#server/start-process.ts";
import { claimWaiting } from "#server/store/execution-leases.ts";
import { listen } from "#server/store/listen.ts";
import { shutdownSignal } from "../shutdown-signal.ts";

/** Runs the executions that have been in two deaths, one after the other, and ends. Most were only neighbours. */
const { app, databaseUrl, close } = await startProcess("alone");
const { db, engine } = app;
const ears = listen(databaseUrl, { execution_cancelled: (id) => engine.abort(Number(id)) });
let isTold = false;
const told = shutdownSignal().then(() => {
  isTold = true;
});
while (!isTold) {
  const [claimed] = await claimWaiting(db.pool, { runnerId: engine.runnerId, limit: 1, alone: true });
  if (!claimed) break;
  await Promise.race([engine.runClaimed(claimed), told]);
}
await ears.close();
await close(5000);
process.exit(0);
