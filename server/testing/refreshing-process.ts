import { randomUUID } from "node:crypto";
import pino from "pino";
import type { Context } from "#server/context.ts";
import { parseEnv } from "#server/env.ts";
import { createVault } from "#server/outside/vault.ts";
import { elementPorts } from "#server/services/instance/element-ports.ts";
import { createProcessState } from "#server/services/process-state.ts";
import { createOpenInstances } from "#server/store/element-instance/open-instances.ts";
import { openDatabase } from "#server/store/open-database.ts";
import { providerPorts } from "./provider-ports.ts";
import { TEST_KEYS } from "./worker-process.ts";

// A process whose requests all found the same token expired: at "go" they refresh it together, and it sends back each
// result. Started by refresh-grant.test.ts.

const { DATABASE_URL = "", INSTANCE = "", CALLERS = "1" } = process.env;
const db = openDatabase(DATABASE_URL);
const provider = providerPorts();
const vault = createVault(TEST_KEYS);
const world = {
  db,
  vault,
  provider,
  now: () => new Date(),
  log: pino({ level: "silent" }),
  state: createProcessState({ db, env: parseEnv({}) }),
};
// Ports that a refresh never uses are omitted.
const ctx = { ...world, requestId: randomUUID() } as unknown as Context;

const connection = await createOpenInstances(world).findOfAllOrganizations(Number(INSTANCE));
if (!connection) throw new Error("There is no such instance.");
const stale = connection.instance.configuration;
const ports = elementPorts(ctx, connection);

process.on("message", async () => {
  const got = await Promise.all(
    Array.from({ length: Number(CALLERS) }, () =>
      ports.refresh(stale).then(
        (configuration) => configuration?.["oauth.user.token"],
        (error: Error) => error.message,
      ),
    ),
  );
  process.send?.(got);
  await Promise.all([db.close(), provider.close()]);
  process.disconnect();
});
process.send?.("ready");
