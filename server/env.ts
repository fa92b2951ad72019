import { availableParallelism } from "node:os";
import { z } from "zod";
import { parseTrustProxy } from "./client-address.ts";
import "./validation-messages.ts";

const count = z.coerce.number("must be a number").int().positive();
const port = z.coerce.number("must be a number").int().min(1).max(65_535);
const databaseUrl = z.string().regex(/^postgres(ql)?:\/\//, "must be a postgresql:// address");
const flag = z.enum(["0", "1", "true", "false", ""]).transform((text) => text === "1" || text === "true");
const list = z.string().transform((text) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean),
);
const trustProxy = z.string().transform((text, context) => {
  try {
    return parseTrustProxy(text);
  } catch (error) {
    context.addIssue((error as Error).message);
    return z.NEVER;
  }
});
const cellAddress = /^(?<name>[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?)=(?<url>https?:\/\/[^/?#@,]+)\/?$/;
const cells = list.transform((entries, context) => {
  const parsed = entries.map((entry) => ({ ...cellAddress.exec(entry)?.groups }) as { name: string; url: string });
  const wrong = entries.find((_, index) => !URL.canParse(parsed[index]?.url ?? ""));
  if (wrong !== undefined)
    context.addIssue(`must be name=http://host:port[,name=…], names of a-z, 0-9 and -; not ${wrong}`);
  if (new Set(parsed.map(({ name }) => name)).size < parsed.length) context.addIssue("names a cell twice");
  return parsed;
});
const cores = availableParallelism();

/** All settings (docs/operations.md); their names are a public interface. */
const schema = z.object({
  DATABASE_URL: databaseUrl.optional(),
  /**
   * Database connections of one process for its hot path, and for everything else (lists, analytics, changes of
   * definitions).
   */
  DATABASE_HOT_PATH_CONNECTIONS: count.default(10),
  DATABASE_QUERY_CONNECTIONS: count.default(10),
  /** For the job queues: by default 4 of a worker, 2 of other processes. */
  DATABASE_JOB_CONNECTIONS: count.optional(),
  /** `transaction` if DATABASE_URL leads to a pooler that gives each transaction another connection. */
  DATABASE_POOLER: z.enum(["off", "transaction"]).default("off"),
  /** Whether the pooler remembers prepared statements, as PgBouncer does from 1.21 with max_prepared_statements. */
  DATABASE_PREPARED_STATEMENTS: flag.default(false),
  /** Bypasses the pooler, for notifications and migrations, which need a session. */
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  /** A replica for analytics and histories, used as long as it is not further behind than this. */
  DATABASE_READ_URL: databaseUrl.optional(),
  DATABASE_READ_MAX_LAG_SECONDS: count.default(10),
  PORT: port.default(3000),
  DEMO_PROVIDER_PORT: port.default(3100),
  /** Serves health and metrics of this process on a separate port, at an address that clients cannot reach. */
  HEALTH_PORT: port.optional(),
  HEALTH_HOST: z.string().default("127.0.0.1"),
  /** If set, `/metrics` is also served on PORT, for requests with this bearer token. */
  METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
  PUBLIC_URL: z.url().optional(),
  /**
   * Which proxies are trusted for the client's address: `off`, the number of proxies in front, or a list of their
   * addresses and CIDR ranges.
   */
  TRUST_PROXY: trustProxy.prefault("off"),
  DEMO: flag.default(false),
  DATA_DIR: z.string().default(".data"),
  ENCRYPTION_KEYS: z
    .string()
    .regex(
      /^[\w-]{1,255}:[A-Za-z0-9+/]{43}=(,[\w-]{1,255}:[A-Za-z0-9+/]{43}=)*$/,
      "must be kid:base64-32-bytes[,kid:…]",
    )
    .optional(),
  NEXTAUTH_SECRET: z.string().min(16).optional(),
  EGRESS_ALLOW: list.default([]),
  RETRY_UNIT_MS: count.default(60_000),
  POLL_UNIT_MS: count.default(60_000),
  DELIVERY_UNIT_MS: count.default(1000),
  /**
   * The sustained rate of webhooks that one organization may send to one web process; short bursts may be ten times as
   * high.
   */
  EVENTS_PER_SECOND: count.default(1000),
  /** The number of tools that the agents of one user may call within a minute, in each process. */
  AGENT_CALLS_PER_MINUTE: count.default(120),
  /**
   * The number of runs of one formula instance that events of one object may start within a minute, in each process.
   */
  EVENT_RUNS_PER_OBJECT: count.default(120),
  SCRIPT_TIMEOUT_MS: count.default(30_000),
  SCRIPT_MEMORY_MB: count.default(64),
  SCRIPT_PROCESSES: count.default(cores),
  HOOK_MEMORY_MB: count.default(128),
  /** The number of hooks that may wait for their own HTTP requests at a time; other hooks run with the scripts. */
  HOOK_PROCESSES: count.default(cores * 4),
  /** Refuses to run scripts without an operating-system jail. */
  SANDBOX_REQUIRE_JAIL: flag.default(false),
  /** Set by `npm start` after it has warned about an incomplete jail. */
  SANDBOX_JAIL_REPORTED: flag.default(false),
  MIN_SCHEDULE_SECONDS: count.default(60),
  /** Scheduled formula instances and scheduled requests together. */
  SCHEDULES_PER_ORGANIZATION: count.default(10_000),
  WORKER_CONCURRENCY: count.default(cores * 128),
  EXECUTION_STEPS: count.default(100_000),
  EXECUTION_TIMEOUT_MS: count.default(3_600_000),
  RETENTION_DAYS: count.default(30),
  /** Audit entries are kept longer than the objects they describe. */
  AUDIT_RETENTION_DAYS: count.default(365),
  /** Stores files of bulk jobs in S3, or a compatible service, instead of DATA_DIR. */
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default("us-east-1"),
  S3_ENDPOINT: z.url().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  /** The prefix of all file names. */
  S3_PREFIX: z.string().default("formulary/"),
  /** The largest file of a bulk upload. */
  BULK_FILE_MB: count.default(6144),
  BULK_FILE_DAYS: count.default(3),
  SMTP_URL: z.url().optional(),
  /** An OpenID Connect sign-in beside passwords; needs all three settings. */
  OIDC_ISSUER: z.url().optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  /** The label of its sign-in button. */
  OIDC_NAME: z.string().default("single sign-on"),
  /** The cells of the router, `name=url` separated by commas; the first one is the installation that was there before. */
  CELLS: cells.optional(),
  /** The shared secret of the router and its cells. */
  CELL_KEY: z.string().min(32, "must have at least 32 characters").optional(),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
});

/** The names of all settings. */
export const SETTINGS: readonly string[] = Object.keys(schema.shape);

export type Env = z.output<typeof schema> & { PUBLIC_URL: string };

/**
 * Parses the environment once, at the start of a process. Throws an Error of one line that names the variable.
 * Empty text counts as not set.
 */
export function parseEnv(variables: Record<string, string | undefined>): Env {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = schema.safeParse(set);
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    throw new Error(`Environment: ${issues.join("; ")}`);
  }
  if (parsed.data.DATABASE_POOLER !== "off" && parsed.data.DATABASE_DIRECT_URL === undefined)
    throw new Error("Environment: DATABASE_DIRECT_URL: is required with DATABASE_POOLER.");
  if (/^[^/]*\/\/[^/?]*,/.test(parsed.data.DATABASE_READ_URL ?? ""))
    throw new Error("Environment: DATABASE_READ_URL: must name one host.");
  return { ...parsed.data, PUBLIC_URL: parsed.data.PUBLIC_URL ?? `http://localhost:${parsed.data.PORT}` };
}
