import { createApi, inProcess } from "./api/app.ts";
import { ENDPOINTS } from "./api/endpoints.ts";
import { handleFormulaResource } from "./api/formula-resource.ts";
import { hubCalls } from "./api/hub-calls.ts";
import { withDepthHeader } from "./call-depth.ts";
import { checkDatabase } from "./check-database.ts";
import type { App } from "./context.ts";
import type { HookInvocation } from "./element/ports.ts";
import { parseEnv } from "./env.ts";
import { executionPorts } from "./execution-ports.ts";
import { createAmqp } from "./outside/amqp.ts";
import { createConverter } from "./outside/conversion/converter.ts";
import { createEgress } from "./outside/egress/egress.ts";
import { openFiles } from "./outside/files/files.ts";
import { sealFiles } from "./outside/files/sealed-files.ts";
import { createValueFiles } from "./outside/files/value-files.ts";
import { type JobQueues, openJobQueues } from "./outside/job-queues.ts";
import { openLog } from "./outside/log.ts";
import { createMailer } from "./outside/mailer.ts";
import { createPasswords } from "./outside/passwords.ts";
import { createSandbox } from "./outside/sandbox/sandbox.ts";
import { createSql } from "./outside/sql/sql.ts";
import { createVault } from "./outside/vault.ts";
import { xml } from "./outside/xml.ts";
import type { Vault } from "./ports.ts";
import { createEngine, type RunningEngine } from "./services/execution/engine.ts";
import { createProcessState } from "./services/process-state.ts";
import type { Shutdown } from "./shutdown-signal.ts";
import { openDatabaseClock } from "./store/database/database-clock.ts";
import { createOpenInstances } from "./store/element-instance/open-instances.ts";
import { openDatabase } from "./store/open-database.ts";
import { createUsageWriter } from "./store/usage/usage-writer.ts";

/** A composed process of the product. */
export type Composed = {
  app: App & { engine: RunningEngine };
  jobs: JobQueues;
  api: ReturnType<typeof createApi>;
  egress: ReturnType<typeof createEgress>;
  mailer: ReturnType<typeof createMailer>;
  /**
   * Waits up to `drainMs` for runs to end, releases the rest, and closes everything. After a fault, each of the rest may
   * have caused it.
   */
  close: (drainMs: number, shutdown?: Shutdown) => Promise<void>;
};

/**
 * Composes a process; no other module depends on all rooms. Throws an Error of one line if a setting is wrong or
 * missing.
 */
export async function compose(kind: "web" | "worker" | "standalone"): Promise<Composed> {
  const env = parseEnv(process.env);
  const { DATABASE_URL: databaseUrl, ENCRYPTION_KEYS } = env;
  if (!databaseUrl) throw new Error("Environment: DATABASE_URL: is required (npm start brings a database of its own).");
  if (!ENCRYPTION_KEYS)
    throw new Error("Environment: ENCRYPTION_KEYS: is required (npm start generates one for the demo).");
  if (!env.NEXTAUTH_SECRET && kind !== "standalone")
    throw new Error("Environment: NEXTAUTH_SECRET: is required, such as the output of openssl rand -base64 32.");
  const log = openLog({ level: env.LOG_LEVEL, name: kind });
  const db = openDatabase(databaseUrl, {
    name: kind,
    hotPath: { max: env.DATABASE_HOT_PATH_CONNECTIONS, statementTimeoutMs: kind === "web" ? 10_000 : 60_000 },
    queries: { max: env.DATABASE_QUERY_CONNECTIONS, statementTimeoutMs: kind === "web" ? 30_000 : 60_000 },
    jobs: { max: env.DATABASE_JOB_CONNECTIONS ?? (kind === "worker" ? 4 : 2) },
    pooler: env.DATABASE_POOLER,
    preparedStatements: env.DATABASE_POOLER === "off" || env.DATABASE_PREPARED_STATEMENTS,
    directUrl: env.DATABASE_DIRECT_URL,
    readUrl: env.DATABASE_READ_URL,
    maxLagSeconds: env.DATABASE_READ_MAX_LAG_SECONDS,
    onError: (error) => log.warn({ err: error }, "database connection lost"),
  });
  await checkDatabase(db.pool, ENCRYPTION_KEYS);
  const { missing } = await db.rowSecurity();
  if (missing !== null) log.warn(`row-level security does not apply: ${missing}`);
  const clock = await openDatabaseClock(db.pool, {
    onError: (error) => log.warn({ err: error }, "the time of the database could not be read"),
  });
  const egress = createEgress({ allow: env.EGRESS_ALLOW });
  const amqp = createAmqp(egress);
  const sandbox = await createSandbox({
    processes: env.SCRIPT_PROCESSES,
    timeoutMs: env.SCRIPT_TIMEOUT_MS,
    memoryMb: env.SCRIPT_MEMORY_MB,
    requireJail: env.SANDBOX_REQUIRE_JAIL,
    isJailReported: env.SANDBOX_JAIL_REPORTED,
    hooks: { http: egress.http, memoryMb: env.HOOK_MEMORY_MB, processes: env.HOOK_PROCESSES },
    log,
  });
  const mailer = createMailer(env.SMTP_URL, egress, env.PUBLIC_URL);
  const vault: Vault = createVault(ENCRYPTION_KEYS);
  const sql = createSql(egress);
  const http = withDepthHeader(env.PUBLIC_URL, egress.http);
  const files = await openFiles(env);
  const base = {
    env,
    log,
    db,
    now: clock.now,
    vault,
    files: sealFiles(files),
    valueFiles: createValueFiles(files, {
      onFailure: (error) => log.warn({ err: error }, "large values stay in the database: the store for files failed"),
    }),
    passwords: createPasswords(),
    openInstances: createOpenInstances({ db, vault }),
    usage: createUsageWriter(db.pool, { log }),
    sandboxOf: sandbox.of,
    provider: {
      send: withDepthHeader(env.PUBLIC_URL, egress.provider),
      sql: sql.sql,
      xml,
      hook: (organizationId: number, call: HookInvocation, signal: AbortSignal) =>
        sandbox.of(organizationId).hook(call, signal),
    },
    callbacks: egress.callbacks,
    state: createProcessState({ env, db }),
    convert: createConverter(),
  };
  const jobs = await openJobQueues(db.jobs, {
    works: kind === "worker",
    onError: (error) => log.error({ err: error }, "job queues"),
  });
  // The app and the engine need each other: neither is used before both are complete.
  const sending: Omit<App, "engine" | "platform" | "api"> = { ...base, jobs };
  const app = sending as Composed["app"];
  const platform = async (request: Request) => api.fetch(request);
  const shared = { sandbox, http, publish: amqp.publish, platform };
  app.platform = (user, call) => executionPorts(app, shared, user, 0).ports.platform(call);
  app.engine = await createEngine(app, { kind, portsFor: (owner, depth) => executionPorts(app, shared, owner, depth) });
  const api = createApi(app, { endpoints: ENDPOINTS, otherPaths: handleFormulaResource, elementCalls: hubCalls });
  app.api = inProcess(api);

  return {
    app,
    jobs,
    api,
    egress,
    mailer,
    async close(drainMs, shutdown) {
      await everyStep([
        () => app.engine.stop(drainMs, shutdown),
        jobs.close,
        () => Promise.all([sandbox.close(), amqp.close(), sql.close(), egress.close()]),
        base.usage.close,
        clock.close,
        db.close,
      ]);
    },
  };
}

/** Runs the steps in order and throws the first failure after all have run. */
async function everyStep(steps: (() => unknown)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
