import pino from "pino";
import type { App } from "#server/context.ts";
import { parseEnv } from "#server/env.ts";
import { createVault } from "#server/outside/vault.ts";
import { createProcessState } from "#server/services/process-state.ts";
import { createOpenInstances } from "#server/store/element-instance/open-instances.ts";
import { openDatabase } from "#server/store/open-database.ts";
import { pollDue } from "./due-work.ts";
import { providerPorts } from "./provider-ports.ts";
import { TEST_KEYS } from "./worker-process.ts";

// A process that only polls, as a worker does. Started, and killed, by poll-crash.test.ts.

const { DATABASE_URL = "", POLL_UNIT_MS = "" } = process.env;
const db = openDatabase(DATABASE_URL);
const vault = createVault(TEST_KEYS);
const env = parseEnv({ POLL_UNIT_MS });
// Ports that a poll never uses are omitted.
const app = {
  db,
  vault,
  openInstances: createOpenInstances({ db, vault }),
  provider: providerPorts(),
  env,
  state: createProcessState({ env, db }),
  log: pino({ level: "warn" }),
  now: () => new Date(),
  usage: { note: () => {} },
} as unknown as App;

process.send?.("ready");
for (;;) {
  await pollDue(app).catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, 20));
}
