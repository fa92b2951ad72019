import { compose } from "#server/compose.ts";
import { claimWaiting } from "#server/store/executions.ts";
import { listen } from "#server/store/listen.ts";
import { untilTold } from "../until-told.ts";

/** Runs one execution that has been in two deaths, and ends. */
const { app, databaseUrl, close } = await compose("alone");
const { db, engine } = app;
const ears = listen(databaseUrl, { execution_cancelled: (id) => engine.abort(Number(id)) });
const [claimed] = await claimWaiting(db.pool, { runnerId: engine.runnerId, limit: 1, full: [], alone: true });
if (claimed) await Promise.race([engine.runClaimed(claimed), untilTold()]);
await ears.close();
await close(5000);
process.exit(0);
