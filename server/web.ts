import { existsSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { BASE_PATH } from "./api/app.ts";
import { createCallbacks } from "./api/callbacks.ts";
import { createCellLookup } from "./api/cell-lookup.ts";
import { createHealth, openHealthPort } from "./api/health.ts";
import { createLegacyLogin, isLegacyLogin } from "./api/legacy-login.ts";
import { createListener } from "./api/listener.ts";
import { createMcp, MCP_PATH } from "./api/mcp/mcp.ts";
import { exposeProcessMetrics } from "./api/process-metrics.ts";
import { guardScreens } from "./api/screen-requests.ts";
import { securityHeaders } from "./api/security-headers.ts";
import { createStaticFiles, isStaticFile } from "./api/static-files.ts";
import { createScreens, isLiveStream, isScreenCall } from "./api/trpc/screens.ts";
import { lingerOnUnreadBody } from "./api/unread-body.ts";
import { atDepth, DEPTH_HEADER, depthIn } from "./call-depth.ts";
import { catalogOf } from "./catalog/registry.ts";
import { clientOf, forClient } from "./client-address.ts";
import { consoleToLog } from "./console-to-log.ts";
import { isSeeded } from "./demo/demo-seeded.ts";
import { agentPages } from "./documentation/agent-pages.ts";
import { searchDocumentation } from "./documentation/search.ts";
import { offerModules } from "./offered-modules.ts";
import { createOpenResponses } from "./open-responses.ts";
import { registerApp } from "./process-app.ts";
import { LOOKUP_PATH } from "./routing-key.ts";
import { installCatalog } from "./services/element/install-catalog.ts";
import { CALLBACK_PATH } from "./services/instance/begin-authorization.ts";
import { keepProcessRow } from "./services/system/process-row.ts";
import { shutDown } from "./shut-down.ts";
import { shutdownSignal } from "./shutdown-signal.ts";
import { startProcess } from "./start-process.ts";
import { listen } from "./store/database/listen.ts";

/** The web process: a lean router for the API, health and screen requests; Next for pages and the sign-in; one port. */
const { app, api, close } = await startProcess("web");
const { engine, env, log } = app;

/** The time for requests and runs to end when the process stops. */
const DRAIN_MS = 22_000;
let isStopping = false;
let hasDemo = !env.DEMO;
const handleApi = createListener(api);
exposeProcessMetrics(app, engine);
const { METRICS_TOKEN: token } = env;
const handleHealth = getRequestListener(createHealth(app, { unready, metrics: token ? { token } : "closed" }).fetch);
await openHealthPort(app, createHealth(app, { unready, metrics: "open" }));
const handleCallback = getRequestListener(createCallbacks(app).fetch);
const handleLookup = createListener(createCellLookup(app));
const handleLogin = getRequestListener(createLegacyLogin(app).fetch);
const handleAgent = createListener(createMcp(app, agentPages));
const handleCall = createListener(createScreens(app, { searchDocumentation }));
const handlePage = openScreens();
const handleScreenRequest = guardScreens(
  (request, response) => (isScreenCall(request.url) ? handleCall(request, response) : handlePage(request, response)),
  { log, publicUrl: env.PUBLIC_URL },
);
registerApp(app);
offerModules({
  "server/compose.ts": () => import("./compose.ts"),
  "server/documentation/documentation.ts": () => import("./documentation/documentation.ts"),
  "server/screen-handler.ts": () => import("./screen-handler.ts"),
});
const secured = Object.entries(securityHeaders(env.PUBLIC_URL));
const API_DOCUMENT = `${BASE_PATH}/openapi.json`;

const open = createOpenResponses();
const server = createServer((request, response) => {
  // Browsers open a stream again, in another process.
  if (!isLiveStream(request.url)) open.add(response);
  forClient(clientOf(request, env.TRUST_PROXY), () => respond(request, response));
});

function respond(request: IncomingMessage, response: ServerResponse): unknown {
  const { url = "/" } = request;
  lingerOnUnreadBody(request, response);
  if (url.startsWith(`${BASE_PATH}/`))
    return atDepth(depthIn(request.headers[DEPTH_HEADER]), () => handleApi(request, response));
  for (const [name, value] of secured) response.setHeader(name, value);
  if (/^\/(livez|readyz|metrics)\b/.test(url)) return handleHealth(request, response);
  if (url === LOOKUP_PATH) return handleLookup(request, response);
  if (url.startsWith(CALLBACK_PATH)) return handleCallback(request, response);
  if (url.split("?", 1)[0] === MCP_PATH) return handleAgent(request, response);
  if (isLegacyLogin(url)) return handleLogin(request, response);
  if (/^\/elements\/api-docs\b/.test(url)) return response.writeHead(302, { location: API_DOCUMENT }).end();
  return handleScreenRequest(request, response);
}
// File uploads may be slow; bodies read into memory have their own limit (`readBody`).
// Longer than proxies and clients keep an idle connection: a request could meet the end of one.
server.keepAliveTimeout = 75_000;
server.headersTimeout = 30_000;
server.requestTimeout = 3_600_000;
server.once("error", (error: NodeJS.ErrnoException) => {
  const reason = error.code === "EADDRINUSE" ? `Port ${env.PORT} is taken. Set PORT to a free port.` : error.message;
  process.stderr.write(`${reason}\n`);
  process.exit(1);
});
server.listen(env.PORT, () => log.info({ port: env.PORT, url: env.PUBLIC_URL }, "web ready"));
// Requests do not wait for this: existing elements of the catalog work, new ones appear shortly.
installCatalog(app, catalogOf(env)).catch((error) => log.error({ err: error }, "catalog not installed"));
const row = keepProcessRow(app, "web");
const ears = listen(app.db.sessionUrl, { execution_cancelled: (id) => engine.abort(Number(id)) });

const shutdown = await shutdownSignal(log);
log.info("web stopping");
isStopping = true;
open.closeConnections();
// Load balancers see the 503 before connections are refused; developers' machines need not wait.
if (!env.DEMO) await pause(2000);
server.close();
server.closeIdleConnections();
const until = performance.now() + DRAIN_MS;
const leftMs = () => Math.max(0, until - performance.now());
const finish = () => close(leftMs(), shutdown);
await shutDown("web process", [() => open.completed(leftMs()), ears.close, row.stop, finish], shutdown);

/** Signing in to a demo that is still being created would fail. */
function unready(): string | undefined | Promise<string | undefined> {
  if (isStopping) return "shutting down";
  if (hasDemo) return undefined;
  return isSeeded(app).then((is) => {
    hasDemo = is;
    return is ? undefined : "the demo is being made";
  });
}

/** Next's handler, which is created for the first screen request: a process that only serves the API never loads it. */
function openScreens(): RequestListener {
  const isDevelopment = process.argv.includes("--dev");
  if (!isDevelopment && !existsSync(".next/BUILD_ID")) {
    return (_, response) => response.writeHead(503).end("The screens are not built. Run npm start, or next build.\n");
  }
  const handleFile = isDevelopment ? undefined : createListener(createStaticFiles());
  let prepared: Promise<RequestListener> | undefined;
  return (request, response) => {
    if (handleFile && isStaticFile(request.url)) return handleFile(request, response);
    prepared ??= prepare();
    prepared.then(
      (handle) => handle(request, response),
      (error) => {
        log.error({ err: error }, "the screens did not start");
        prepared = undefined;
        response.writeHead(503).end("The screens did not start; the log says why.\n");
      },
    );
  };

  async function prepare(): Promise<RequestListener> {
    if (!isDevelopment) consoleToLog(log);
    const { default: next } = await import("next");
    const screens = next({ dev: isDevelopment, port: env.PORT });
    await screens.prepare();
    return screens.getRequestHandler();
  }
}
