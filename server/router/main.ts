import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { register } from "prom-client";
import { parseEnv } from "#server/env.ts";
import { openLog } from "#server/outside/log.ts";
import { shutDown } from "#server/shut-down.ts";
import { shutdownSignal } from "#server/shutdown-signal.ts";
import { logUnhandledRejections } from "#server/unhandled-rejections.ts";
import { openCell, secretWatch } from "./cells.ts";
import { createMetrics, healthOf } from "./health.ts";
import { createRouter } from "./router.ts";

/** The router in front of several cells: stateless, without a database; as many processes as wanted. */
const env = settings();
const log = openLog({ level: env.LOG_LEVEL, name: "router" });
logUnhandledRejections(log);
const onSecret = secretWatch((names) =>
  log.error(
    { cells: names },
    "cells have different values of NEXTAUTH_SECRET, so people cannot sign in to all of them",
  ),
);
const cells = env.CELLS.map((cell) =>
  openCell({
    ...cell,
    cellKey: env.CELL_KEY,
    onSilence: (name, error) => log.warn({ cell: name, err: error }, "a cell did not respond to a lookup"),
    onSecret,
  }),
);
// A wrong setting is in the log from the start.
for (const cell of cells) cell.lookUp({ kind: "oauthProxy", id: 1 }).catch(() => {});
let isStopping = false;
const { onResponse } = createMetrics(cells, register);
const route = createRouter({ cells, publicUrl: env.PUBLIC_URL, trust: env.TRUST_PROXY, log, onResponse });
const health = healthOf({ cells, isStopping: () => isStopping });
const server = createServer((request, response) =>
  /^\/(?:livez|readyz)$/.test(request.url ?? "") ? health(request, response) : route(request, response),
);
// As in the web process: longer than proxies and clients keep an idle connection.
server.keepAliveTimeout = 75_000;
server.headersTimeout = 30_000;
server.requestTimeout = 3_600_000;
server.once("error", (error: NodeJS.ErrnoException) =>
  giveUp(error.code === "EADDRINUSE" ? `Port ${env.PORT} is taken. Set PORT to a free port.` : error.message),
);
server.listen(env.PORT, () =>
  log.info({ port: env.PORT, url: env.PUBLIC_URL, cells: cells.map(({ name }) => name) }, "router ready"),
);
if (env.HEALTH_PORT !== undefined) {
  const forOperators = healthOf({ cells, isStopping: () => isStopping, registry: register });
  const failed = (error: Error) => giveUp(`HEALTH_PORT cannot be used: ${error.message}`);
  createServer(forOperators).once("error", failed).unref().listen(env.HEALTH_PORT, env.HEALTH_HOST);
}

const shutdown = await shutdownSignal(log);
log.info("router stopping");
isStopping = true;
// Load balancers see the 503 before connections are refused.
await pause(2000);
server.closeIdleConnections();
const steps = [
  () => Promise.race([new Promise((resolve) => server.close(resolve)), pause(22_000)]),
  () => Promise.all(cells.map(({ pool }) => pool.destroy())),
];
await shutDown("router", steps, shutdown);

function settings() {
  try {
    const { CELLS, CELL_KEY, ...others } = parseEnv(process.env);
    if (!CELLS?.length)
      throw new Error("Environment: CELLS: is required, such as one=http://10.0.0.1:3000,two=http://10.0.0.2:3000.");
    if (CELL_KEY === undefined)
      throw new Error("Environment: CELL_KEY: is required, such as the output of openssl rand -base64 32.");
    return { ...others, CELLS, CELL_KEY };
  } catch (error) {
    return giveUp((error as Error).message);
  }
}

function giveUp(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
