import type { ChildProcess } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../server/launch/embedded-postgres.ts";
import { ensureServer } from "../../server/launch/ensure-build.ts";
import { deleteWhenWeEnd } from "../../server/launch/guardian.ts";
import { migrate } from "../../server/launch/migrate.ts";
import { freePort } from "../../server/launch/ports.ts";
import { type Started, start, startBuilt } from "./processes.ts";

/** The product as in production, on this machine: Postgres with fsync, jailed sandboxes, web and workers as processes. */
export type Product = {
  api: string;
  /** The secrets of the demo organization's administrator. */
  headers: Record<string, string>;
  /** The address of the provider, and its process. */
  provider: string;
  providerProcess: Started;
  databaseUrl: string;
  web: Started & { readyMs: number };
  /** Starts the web process again on its port. */
  startWeb: () => Promise<Started>;
  startWorker: (env?: Record<string, string>) => Promise<Started>;
  /** Starts the provider again on its port. */
  startProvider: () => Promise<Started>;
  /** Runs a module with the settings of the product until it ends. */
  runModule: (module: string, env: Record<string, string>) => Promise<void>;
  /** The currently running server. */
  postgres: () => EmbeddedPostgres;
  /** Kills Postgres without warning and starts it again on its data. */
  crashPostgres: () => Promise<void>;
  /** Stops Postgres as an administrator does, cutting all connections, and starts it again after a while. */
  restartPostgres: (downMs: number) => Promise<void>;
  /** The id of a new instance of a new formula. */
  createInstance: (formula: { name: string }, configuration?: Record<string, string>) => Promise<number>;
  /** A new instance of a new element with an API key, and the headers for requests to it. */
  connect: (
    element: { key: string },
    configuration?: Record<string, string>,
  ) => Promise<{ id: number; headers: Record<string, string> }>;
  stop: () => Promise<void>;
};

/** For a router in front of it. */
export const SYSTEM_CELL_KEY = "the key of the router and its cells";

type Options = {
  /** The address at which its processes reach Postgres. */
  reach?: (databaseUrl: string) => Promise<string>;
  env?: Record<string, string>;
  /** The module of the provider. */
  providerModule?: string;
  /** An open file for what its processes print. */
  output?: number;
};

export async function startProduct({
  reach = async (url) => url,
  env: more = {},
  providerModule = "provider.ts",
  output,
}: Options = {}): Promise<Product> {
  const folder = await mkdtemp(path.join(tmpdir(), "formulary-system-"));
  await chmod(folder, 0o711); // As root, Postgres runs as another account and must be able to enter.
  let guardian: ChildProcess | undefined;
  const launch = async () => {
    const started = await startEmbeddedPostgres(folder, { durable: true });
    guardian?.kill("SIGKILL");
    guardian = deleteWhenWeEnd(folder, started.pid);
    return started;
  };
  let postgres = await launch();
  await Promise.all([migrate(postgres.url), ensureServer()]);
  const [port, providerPort] = [await freePort(), await freePort()];
  const provider = `http://127.0.0.1:${providerPort}`;
  const key = Buffer.alloc(32, 7).toString("base64");
  const env = {
    DATABASE_URL: await reach(postgres.url),
    PORT: String(port),
    DEMO: "1",
    DEMO_PROVIDER_PORT: String(providerPort),
    NODE_ENV: "production",
    ENCRYPTION_KEYS: `system:${key}`,
    NEXTAUTH_SECRET: key,
    CELL_KEY: SYSTEM_CELL_KEY,
    EGRESS_ALLOW: `127.0.0.1:${providerPort},localhost:${providerPort}`,
    LOG_LEVEL: "error",
    // The workloads measure the product, not its limit.
    EVENTS_PER_SECOND: "1000000",
    DATA_DIR: path.join(folder, "files"),
    ...more,
  };
  const started: Started[] = [];
  async function kept<One extends Started>(starting: Promise<One>): Promise<One> {
    const one = await starting;
    started.push(one);
    return one;
  }
  const run = (...[module, own, address]: Parameters<typeof start>) => kept(start(module, own, address, output));
  const startProvider = () => run(providerModule, { ...more, PORT: String(providerPort) }, `${provider}/`);
  const startWeb = () => kept(startBuilt("web", env, `http://127.0.0.1:${port}/readyz`, output));
  const providerProcess = await startProvider();
  const runModule = async (module: string, own: Record<string, string> = {}) => {
    await (await run(module, { ...env, ...own }, null)).ended;
  };
  await runModule("seed.ts");
  const web = await startWeb();
  const api = `http://127.0.0.1:${port}/elements/api-v2`;
  const headers = await signIn(api);

  return {
    api,
    headers,
    provider,
    providerProcess,
    databaseUrl: postgres.url,
    web,
    startWeb,
    startWorker: (own = {}) => kept(startBuilt("worker", { ...env, ...own }, null, output)),
    startProvider,
    runModule,
    postgres: () => postgres,
    async crashPostgres() {
      process.kill(postgres.pid, "SIGKILL");
      postgres = await launch();
    },
    async restartPostgres(downMs) {
      await postgres.stop();
      await pause(downMs);
      postgres = await launch();
    },
    async createInstance({ name, ...formula }, configuration = {}) {
      const { id } = await call(`${api}/formulas`, "POST", headers, { name, ...formula });
      return (await call(`${api}/formulas/${id}/instances`, "POST", headers, { name, configuration })).id;
    },
    async connect(element, configuration = { username: "key of the customer" }) {
      await call(`${api}/elements`, "POST", headers, element);
      const instance = { name: element.key, configuration };
      const { id, token } = await call(`${api}/elements/${element.key}/instances`, "POST", headers, instance);
      const [user] = (headers.authorization ?? headers.Authorization ?? "").split(",");
      return { id, headers: { authorization: `${user}, Element ${token}` } };
    },
    async stop() {
      await Promise.all(started.map((one) => one.stop()));
      await postgres.stop();
      guardian?.kill("SIGKILL");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function signIn(api: string): Promise<Record<string, string>> {
  const body = { username: "demo@formulary.test", password: "formulary-demo" };
  const { token } = await call(`${api}/authentication`, "POST", {}, body);
  const secrets = await call(`${api}/authentication/secrets`, "GET", { authorization: `Bearer ${token}` });
  return { authorization: `User ${secrets.userSecret}, Organization ${secrets.organizationSecret}` };
}

async function call(url: string, method: string, headers: Record<string, string>, body?: object) {
  const reply = await fetch(url, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${method} ${url} answered ${reply.status}: ${await reply.text()}`);
  return reply.json();
}
