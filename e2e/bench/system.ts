import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmbeddedPostgres } from "../../server/launch/embedded-postgres.ts";
import { migrate } from "../../server/launch/migrate.ts";
import { freePort } from "../../server/launch/ports.ts";
import { formulas } from "./formulas.ts";
import { type Started, start } from "./processes.ts";

export type System = {
  product: {
    api: string;
    headers: Record<string, string>;
    instances: Record<string, number>;
    pids: number[];
    readyMs: number;
  };
  bare: { url: string; pids: number[] };
  provider: string;
  postgresPid: number;
  stop: () => Promise<void>;
};

/** Everything on this machine, as in production: Postgres with fsync, sandbox jailed, web and worker as processes. */
export async function startSystem(): Promise<System> {
  const folder = await mkdtemp(path.join(tmpdir(), "formulary-bench-"));
  const postgres = await startEmbeddedPostgres(folder, { durable: true });
  await migrate(postgres.url);
  const [port, barePort, providerPort] = [await freePort(), await freePort(), await freePort()];
  const provider = `http://127.0.0.1:${providerPort}`;
  const key = Buffer.alloc(32, 7).toString("base64");
  const env = {
    DATABASE_URL: postgres.url,
    PORT: String(port),
    DEMO: "1",
    DEMO_PROVIDER_PORT: String(providerPort),
    NODE_ENV: "production",
    ENCRYPTION_KEYS: `bench:${key}`,
    NEXTAUTH_SECRET: key,
    EGRESS_ALLOW: `127.0.0.1:${providerPort}`,
    LOG_LEVEL: "warn",
  };
  const started: Started[] = [];
  started.push(await start("provider.ts", { PORT: String(providerPort) }, `${provider}/`));
  const seed = await start("../../server/launch/seed.ts", env, null);
  await seed.ended;
  const web = await start("../../server/web.ts", env, `http://127.0.0.1:${port}/readyz`);
  const worker = await start("../../server/worker/main.ts", env, null);
  const bare = await start(
    "bare.ts",
    { PORT: String(barePort), DATABASE_URL: postgres.url, PROVIDER: provider },
    `http://127.0.0.1:${barePort}/`,
  );
  started.push(web, worker, bare);
  const api = `http://127.0.0.1:${port}/elements/api-v2`;
  const headers = await signIn(api);
  return {
    product: {
      api,
      headers,
      instances: await createInstances(api, headers, provider),
      pids: [web.pid, worker.pid],
      readyMs: web.readyMs,
    },
    bare: { url: `http://127.0.0.1:${barePort}`, pids: [bare.pid] },
    provider,
    postgresPid: postgres.pid,
    async stop() {
      for (const one of started.reverse()) await one.stop();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function signIn(api: string): Promise<Record<string, string>> {
  const { token } = await call(
    `${api}/authentication`,
    "POST",
    {},
    { username: "demo@formulary.test", password: "formulary-demo" },
  );
  const secrets = await call(`${api}/authentication/secrets`, "GET", { authorization: `Bearer ${token}` });
  return { authorization: `User ${secrets.userSecret}, Organization ${secrets.organizationSecret}` };
}

async function createInstances(
  api: string,
  headers: Record<string, string>,
  provider: string,
): Promise<Record<string, number>> {
  const instances: Record<string, number> = {};
  for (const [workload, formula] of Object.entries(formulas(provider))) {
    const { id } = await call(`${api}/formulas`, "POST", headers, formula);
    instances[workload] = (await call(`${api}/formulas/${id}/instances`, "POST", headers, { name: workload })).id;
  }
  return instances;
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
