import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { prepareImage } from "../outside/sandbox/image.ts";
import { aDatabase, anEmptyDatabase, type TestDatabase } from "../testing/database.ts";
import { INHERITED_ENV, TEST_KEYS, TEST_SESSION_SECRET } from "../testing/worker-process.ts";
import type { EmbeddedPostgres } from "./embedded-postgres.ts";
import { jailNotices } from "./jail-notice.ts";
import { freePort } from "./ports.ts";
import { ROOT } from "./run-tool.ts";
import { startTemporaryPostgres } from "./temporary-postgres.ts";

type Ended = { code: number | null; output: string };

let database: TestDatabase;
let settings: NodeJS.ProcessEnv;
beforeAll(async () => {
  database = await aDatabase();
  settings = {
    ...{ ...INHERITED_ENV, NODE_ENV: "production", SCRIPT_PROCESSES: "1", LOG_LEVEL: "info" },
    ...{ DATABASE_URL: database.url, ENCRYPTION_KEYS: TEST_KEYS, NEXTAUTH_SECRET: TEST_SESSION_SECRET },
    PORT: String(await freePort()),
  };
});
afterAll(() => database.drop());

/** Runs a file with Node as an operator does; `until` receives each line of its output. */
function run(file: string, env: NodeJS.ProcessEnv, { args = [] as string[], node = process.execPath } = {}) {
  const child = spawn(node, [path.join(ROOT, file), ...args], { env, cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  let output = "";
  child.stdout.on("data", (text: Buffer) => {
    printed += text;
  });
  child.stderr.on("data", (text: Buffer) => {
    output += text;
  });
  const ended = new Promise<Ended>((resolve) => {
    child.once("close", (code) => resolve({ code, output: output.trim() }));
  });
  return { child, ended, printed: () => printed };
}

const MIGRATED = "The database lacks \\d+ of this version's migrations: run npm run migrate\\.";

describe("a process that cannot work says why in one line", () => {
  const emptied = async () => ({ DATABASE_URL: await anEmptyDatabase() });
  test.each<[string, () => Promise<Record<string, string>> | Record<string, string>, string]>([
    [
      "without NEXTAUTH_SECRET",
      () => ({ NEXTAUTH_SECRET: "" }),
      "Environment: NEXTAUTH_SECRET: is required, such as .+",
    ],
    ["on a database that nobody migrated", emptied, MIGRATED],
    [
      "without its database",
      () => ({ DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none" }),
      "The database at DATABASE_URL cannot be used: connect ECONNREFUSED 127\\.0\\.0\\.1:1\\.",
    ],
    [
      "with an address that is none",
      () => ({ DATABASE_URL: "postgresql://user:pa/ss@host/db" }),
      "DATABASE_URL is not a valid address: encode special characters of the password\\.",
    ],
  ])("%s", async (_, change, line) => {
    const env = { ...settings, ...(await change()) };
    for (const file of ["server/web.ts", "server/worker/main.ts"]) {
      const { code, output } = await run(file, env).ended;
      expect([code, output]).toEqual([1, expect.stringMatching(new RegExp(`^${line}$`))]);
    }
  });

  test("with encryption keys that are not the database's, even of the same name", async () => {
    const first = run("server/worker/main.ts", settings);
    await expect.poll(() => first.printed()).toContain("worker ready");
    first.child.kill("SIGTERM");
    expect(await first.ended).toEqual({ code: 0, output: "" });

    const other = randomBytes(32).toString("base64");
    const withKeys = async (ENCRYPTION_KEYS: string) =>
      (await run("server/worker/main.ts", { ...settings, ENCRYPTION_KEYS }).ended).output;
    expect(await withKeys(`test:${other}`)).toBe(
      'ENCRYPTION_KEYS: "test" is not the key of that name that this database is encrypted with.',
    );
    expect(await withKeys(`new:${other}`)).toBe(
      'ENCRYPTION_KEYS: the key "test" that this database is encrypted with is missing.',
    );
    // To replace a key, the new one is put first.
    const replacing = run("server/worker/main.ts", { ...settings, ENCRYPTION_KEYS: `new:${other},${TEST_KEYS}` });
    await expect.poll(() => replacing.printed()).toContain("worker ready");
    replacing.child.kill("SIGTERM");
    expect((await replacing.ended).code).toBe(0);
  });

  test("in which neither its cache nor the folder for temporary files is writable", async () => {
    const before = process.env.TMPDIR;
    const file = path.join(ROOT, "package.json");
    process.env.TMPDIR = `${file}/tmp`;
    try {
      await expect(prepareImage(`${file}/cache`)).rejects.toThrow(
        `Neither ${file}/cache nor ${file}/tmp can be written to: set TMPDIR to a folder that can.`,
      );
    } finally {
      process.env.TMPDIR = before;
      if (before === undefined) delete process.env.TMPDIR;
    }
  });
});

describe("a checkout", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "formulary-test-"));
    mkdirSync(path.join(folder, "server/launch"), { recursive: true });
    for (const file of ["run.mjs", "node24.mjs"])
      cpSync(path.join(ROOT, "server/launch", file), path.join(folder, "server/launch", file));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const runThere = (name: string) =>
    new Promise<Ended>((resolve) => {
      const child = spawn(process.execPath, ["server/launch/run.mjs", name], { cwd: folder });
      let output = "";
      child.stderr.on("data", (text: Buffer) => {
        output += text;
      });
      child.once("close", (code) => resolve({ code, output: output.trim() }));
    });

  test("without packages, and then without a build, says what to run", async () => {
    for (const name of ["web", "worker", "setup", "role"])
      expect(await runThere(name)).toEqual({
        code: 1,
        output: "Packages are not installed: run npm ci --ignore-scripts, then npm run build.",
      });
    mkdirSync(path.join(folder, "node_modules"));
    writeFileSync(path.join(folder, "node_modules/.package-lock.json"), "{}");
    for (const name of ["web", "worker", "setup", "role"])
      expect(await runThere(name)).toEqual({ code: 1, output: "Formulary is not built: run npm run build." });
  });
});

describe("a database of an operator's own", () => {
  let postgres: EmbeddedPostgres;
  let env: NodeJS.ProcessEnv;
  beforeAll(async () => {
    postgres = await startTemporaryPostgres();
    env = { ...settings, DATABASE_URL: postgres.url, PUBLIC_URL: "https://formulary.example" };
  });
  afterAll(() => postgres.stop());
  const command = (name: string, ...args: string[]) => run("server/launch/run.mjs", env, { args: [name, ...args] });

  test("is migrated by one command, and set up by another", async () => {
    const before = await command("setup").ended;
    expect([before.code, before.output]).toEqual([1, expect.stringMatching(new RegExp(`^${MIGRATED}$`))]);
    const migrating = command("migrate");
    expect(await migrating.ended).toEqual({ code: 0, output: "" });
    expect(migrating.printed()).toMatch(/^Applied \d+ migrations?\.\n$/);
    const again = command("migrate");
    await again.ended;
    expect(again.printed()).toBe("The database is up to date.\n");

    const setup = command("setup", "--email", "ada@example.test", "--organization", "Acme");
    expect((await setup.ended).code).toBe(0);
    expect(setup.printed()).toMatch(/\n {2}https:\/\/formulary\.example\/setup\/[\w-]{100,}\n/);
    expect(await command("setup", "--email", "nobody").ended).toEqual({
      code: 1,
      output: "--email: nobody is not an e-mail address.",
    });
    expect((await command("setup", "--mail", "x").ended).output).toMatch(/^Usage: npm run setup/);

    expect((await command("role", "give", "customer-admin", "ada@example.test").ended).output).toMatch(
      /^Usage: npm run role -- grant\|revoke customer-admin\|sys-admin ada@example\.com/,
    );
    expect(await command("role", "grant", "customer-admin", "ada@example.test").ended).toEqual({
      code: 1,
      output: "There is no user with the address ada@example.test.",
    });
  });

  test("may be away when a process is stopped", async () => {
    const parts = [run("server/worker/main.ts", env), run("server/web.ts", env)];
    const [worker, web] = parts as [ReturnType<typeof run>, ReturnType<typeof run>];
    await expect.poll(() => worker.printed()).toContain("worker ready");
    await expect.poll(() => web.printed()).toContain("web ready");
    await postgres.stop();
    for (const { child } of parts) child.kill("SIGTERM");
    for (const { ended } of parts) {
      const { code, output } = await ended;
      expect(code).toBe(1);
      expect(output).toMatch(/^The (worker|web process) stopped, but: .+\.$/);
    }
  });
});

test("reports once at the start which parts of the sandbox's jail are missing, and how to get them", () => {
  const missing = { error: new Error("ENOENT"), status: null };
  expect(jailNotices(() => ({ status: 0 }))).toEqual([]);
  expect(jailNotices((command) => (command === "bwrap" ? missing : { status: 0 }))).toEqual([
    "bwrap is not installed, so scripts run without an operating-system jail and are isolated by Node's permission model only. To install it: sudo apt-get install bubblewrap",
  ]);
  expect(jailNotices(() => ({ status: 1 }))[0]).toMatch(/^bwrap does not work here, so .+ containers often forbid\.$/);
});
