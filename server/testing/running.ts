import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import pino from "pino";
import type { App } from "#server/context.ts";
import { executionPorts } from "#server/execution-ports.ts";
import type { Ports } from "#server/formula/ports.ts";
import { createEgress } from "#server/outside/egress/egress.ts";
import { createSandbox, type RunningSandbox } from "#server/outside/sandbox/sandbox.ts";
import { createSql } from "#server/outside/sql/sql.ts";
import { createVault } from "#server/outside/vault.ts";
import { xml } from "#server/outside/xml.ts";
import type { ProviderPorts } from "#server/ports.ts";
import { createEngine, type RunningEngine } from "#server/services/execution/engine.ts";
import { createOpenInstances } from "#server/store/element-instance/open-instances.ts";
import { startQueueWorker } from "#server/worker/queue-worker.ts";
import { queues } from "#server/worker/queues.ts";
import { type AuthHeaders, anApi, type TestApi } from "./api.ts";
import { workOff } from "./due-work.ts";
import { anOrganization } from "./organizations.ts";
import { TEST_KEYS } from "./worker-process.ts";

/** The API with all of its background work in this process: engine, sandbox, and the workers of the hot queues. */
export type RunningApi = TestApi & {
  as: AuthHeaders;
  /** A user of the same organization with read access only. */
  viewer: AuthHeaders;
  engine: RunningEngine;
  /** The recipients of all notifications so far, oldest first. */
  recipients: () => Promise<string[]>;
  /** The id of the run that the latest notification is about. */
  runOfLatestMail: () => Promise<number | null>;
  /** Runs all due work once. */
  tick: () => Promise<void>;
  /** POSTs a formula and an instance of it. */
  aRunnable: (formula: object, instance?: object) => Promise<{ formulaId: number; formulaInstanceId: number }>;
  /** Runs a formula instance and waits for its end. */
  run: (formulaInstanceId: number, payload?: unknown) => Promise<Run>;
  /** The steps of an ended execution by name, newest first, each with its values by key. */
  stepsOf: (executionId: number) => Promise<StepSeen[]>;
};

export type Run = { id: number; status: string; result?: unknown; error?: string };
export type StepSeen = { stepName: string; status: string; values: Record<string, unknown> };

/** By settings: test files that run in one process share them. */
const sandboxes = new Map<string, Promise<RunningSandbox>>();

type Options = {
  env?: Record<string, string>;
  publish?: Ports["publish"];
  /** Targets that its formulas may send requests to, besides the internet. */
  allow?: string[];
  /** False: this process accepts executions and leaves them to other workers. */
  works?: boolean;
  /** How often the engine looks for leases that it does not use. */
  unusedMs?: number;
};

/** Opens the API with an organization and its users; call `close` in `afterAll`. */
export async function aRunningApi({
  env = {},
  publish = noBroker,
  allow = ["127.0.0.1"],
  works = true,
  unusedMs,
}: Options = {}): Promise<RunningApi> {
  const api = await anApi({ env });
  const { app } = api;
  const { SCRIPT_TIMEOUT_MS: timeoutMs, SCRIPT_MEMORY_MB: memoryMb } = app.env;
  const log = pino({ level: "silent" });
  const egress = createEgress({ allow });
  const settings = { processes: 1, timeoutMs, memoryMb, requireJail: false };
  const key = JSON.stringify([settings, allow]);
  const opened =
    sandboxes.get(key) ?? createSandbox({ ...settings, hooks: { http: createEgress({ allow }).http }, log });
  sandboxes.set(key, opened);
  const sandbox = await opened;
  const sql = createSql(egress);
  const vault = createVault(TEST_KEYS);
  const openInstances = createOpenInstances({ db: app.db, vault });
  const provider: ProviderPorts = {
    send: egress.provider,
    sql: sql.sql,
    xml,
    hook: (organizationId, call, signal) => sandbox.of(organizationId).hook(call, signal),
  };
  Object.assign(app, { vault, openInstances, provider, callbacks: egress.callbacks, sandboxOf: sandbox.of });
  const world = { sandbox, http: egress.http, publish, platform: api.platform };
  const engine = await createEngine(app, {
    kind: "worker",
    ...(unusedMs !== undefined && { unusedMs }),
    portsFor: (owner, depth) => executionPorts(app, world, owner, depth),
  });
  const platform: App["platform"] = (user, call) => executionPorts(app, world, user, 0).ports.platform(call);
  Object.assign(app, { engine, platform });
  const own = { ...app, engine, env: { ...app.env, WORKER_CONCURRENCY: 8 } };
  const all = queues({ app: own, http: egress.http, mailer: null });
  /** The work of these queues starts immediately, as in a worker; other queues run when a test calls them. */
  const isHot = (name: string) => name === "executions" || name === "deliveries";
  const workers = all.flatMap((queue) =>
    works && queue.carrier === "rows" && isHot(queue.name) ? [startQueueWorker({ ...queue, log })] : [],
  );
  const organization = await anOrganization(app);
  const as = organization.administrator;
  const fetch = api.fetch;

  return {
    ...api,
    as,
    viewer: organization.viewer,
    engine,
    async recipients() {
      const { rows } = await app.db.pool.query(
        "select recipients from notification n join delivery d on d.notification_id = n.id and d.subscription_id is null order by n.id",
      );
      return rows.map(({ recipients }) => recipients as string);
    },
    async runOfLatestMail() {
      const { rows } = await app.db.pool.query(
        "select execution_id::int as id from notification order by notification.id desc limit 1",
      );
      return rows[0]?.id ?? null;
    },
    async tick() {
      for (const queue of all) {
        if (queue.carrier === "rows") for (const { run } of queue.due ?? []) await run();
        if (!isHot(queue.name)) await workOff(app, queue);
      }
      for (const worker of workers) worker.wake();
    },
    async aRunnable(formula, instance = {}) {
      const created = await fetch("/formulas", { as, method: "POST", body: formula });
      if (created.status !== 200) throw new Error(created.text);
      const instantiated = await fetch(`/formulas/${created.body.id}/instances`, {
        as,
        method: "POST",
        body: { name: "an instance", ...instance },
      });
      if (instantiated.status !== 200) throw new Error(instantiated.text);
      return { formulaId: created.body.id, formulaInstanceId: instantiated.body.id };
    },
    async run(formulaInstanceId, payload = {}) {
      const path = `/formulas/instances/${formulaInstanceId}/executions`;
      const reply = await fetch(path, { as, method: "POST", body: payload, headers: { prefer: "wait=30" } });
      if (reply.status !== 200) throw new Error(reply.text);
      return reply.body[0];
    },
    async stepsOf(executionId) {
      const { body } = await fetch(`/formulas/instances/executions/${executionId}/steps?includeValues=true`, { as });
      return body.map(
        ({
          stepName,
          status,
          stepExecutionValues,
        }: {
          stepName: string;
          status: string;
          stepExecutionValues: { key: string; value: unknown }[];
        }) => ({
          stepName,
          status,
          values: Object.fromEntries(
            stepExecutionValues.map(({ key, value }) => [key.slice(stepName.length + 1), value]),
          ),
        }),
      );
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.stop()));
      await engine.stop(5000);
      await Promise.all([sql.close(), egress.close()]);
      await api.close();
    },
  };
}

const noBroker: Ports["publish"] = () => Promise.reject(new Error("This test has no message broker."));

export type AProvider = Awaited<ReturnType<typeof aProvider>>;

/** A provider on loopback: every request is passed to `answer` and recorded in `requests`. */
export async function aProvider(respond: RequestListener) {
  const requests: { method: string; url: string; headers: IncomingMessage["headers"]; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    requests.push({
      method: request.method ?? "",
      url: request.url ?? "",
      headers: request.headers,
      body: Buffer.concat(parts).toString(),
    });
    respond(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
