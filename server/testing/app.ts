import { createHash, randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import type { App, Engine } from "#server/context.ts";
import { parseEnv } from "#server/env.ts";
import { Failure } from "#server/errors.ts";
import type { PrismaClient } from "#server/generated/prisma/client.ts";
import { createConverter } from "#server/outside/conversion/converter.ts";
import { createLocalFiles } from "#server/outside/files/local-files.ts";
import { sealFiles } from "#server/outside/files/sealed-files.ts";
import { createValueFiles } from "#server/outside/files/value-files.ts";
import type { Callbacks, JobSender, Passwords, ProviderPorts, Vault } from "#server/ports.ts";
import { createProcessState } from "#server/services/process-state.ts";
import { createOpenInstances } from "#server/store/element-instance/open-instances.ts";
import { openDatabase } from "#server/store/open-database.ts";
import { createUsageWriter } from "#server/store/usage/usage-writer.ts";
import { aDatabase, type TestDatabase } from "./database.ts";
import { processFile } from "./process-file.ts";

/** A process of the product on its own database, or the given one; `at` sets its clock. */
export type TestApp = App & {
  db: { prisma: PrismaClient };
  databaseUrl: string;
  at: (date: Date | undefined) => void;
  close: () => Promise<void>;
};

/**
 * Opens the app; call `close` in `afterAll`. Encryption and hashing are fast fakes with the same guarantees; formulas
 * run only if an engine is given.
 */
export async function anApp({
  env = {},
  engine = noEngine,
  jobs = noJobs,
  provider = noProvider,
  callbacks = noCallbacks,
  database: given,
}: TestAppOptions = {}): Promise<TestApp> {
  const database = given ?? (await aDatabase());
  const db = openDatabase(database.url);
  await db.rowSecurity();
  const log = pino({ level: "silent" });
  const usage = createUsageWriter(db.pool, { log });
  const filesFolder =
    env.DATA_DIR === undefined ? join(tmpdir(), `formulary-${randomUUID()}`) : join(env.DATA_DIR, "bulk");
  const files = createLocalFiles(filesFolder);
  let date: Date | undefined;
  const settings = parseEnv({ NEXTAUTH_SECRET: "secret of the tests", ...env });
  return {
    env: settings,
    state: createProcessState({ env: settings, db }),
    log,
    db,
    now: () => date ?? new Date(),
    vault,
    files: sealFiles(files),
    valueFiles: createValueFiles(files, { onFailure: (error) => log.warn({ err: error }, "a value stays in its row") }),
    passwords,
    engine,
    jobs,
    provider,
    callbacks,
    convert: createConverter({ file: processFile("conversion-process") }),
    openInstances: createOpenInstances({ db, vault }),
    usage,
    platform: refused,
    api: refused,
    sandboxOf: () => ({ run: refused, walk: refused }),
    databaseUrl: database.url,
    at: (moment) => {
      date = moment;
    },
    async close() {
      await usage.close();
      await db.close();
      await database.drop();
      await rm(filesFolder, { recursive: true, force: true });
    },
  };
}

export type TestAppOptions = {
  env?: Record<string, string>;
  engine?: Engine;
  jobs?: JobSender;
  provider?: ProviderPorts;
  callbacks?: Callbacks;
  database?: TestDatabase;
};

const noJobs: JobSender = { send: async () => {} };
const refused = () => Promise.reject(new Error("This test has no providers."));
const noProvider: ProviderPorts = {
  send: refused,
  sql: refused,
  hook: refused,
  xml: { parse: refused, write: () => "" },
};
const noCallbacks: Callbacks = { check: async () => {}, post: refused };
const noEngine: Engine = {
  nextId: () => Promise.reject(new Error("This test has no engine.")),
  accept: () => Promise.reject(new Error("This test has no engine.")),
  acceptOrFind: () => Promise.reject(new Error("This test has no engine.")),
  runHere: () => Promise.reject(new Error("This test has no engine.")),
  abort: () => {},
};

const vault: Vault = {
  seal: (text, identity) => Buffer.from(JSON.stringify([identity, text])).toString("base64"),
  open(sealed, identity) {
    const [sealedFor, text] = JSON.parse(Buffer.from(sealed, "base64").toString()) as [string, string];
    if (sealedFor !== identity) throw new Failure("serverError", "A sealed value was moved.");
    return text;
  },
  hasSealed: () => false,
};

const digest = (password: string) => createHash("sha256").update(password).digest("hex");
const passwords: Passwords = {
  hash: async (password) => digest(password),
  verify: async (hash, password) => hash === digest(password),
};
