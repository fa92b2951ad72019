import { execFile, execFileSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startEmbeddedPostgres } from "#server/launch/embedded-postgres.ts";
import { interruptWhenWeEnd } from "#server/launch/guardian.ts";
import { migrate } from "#server/launch/migrate.ts";
import { onDatabase } from "#server/launch/on-database.ts";
import { freePort } from "#server/launch/ports.ts";
import { createVault } from "#server/outside/vault.ts";
import { createOpenInstances } from "#server/store/element-instance/open-instances.ts";
import { anApi } from "#server/testing/api.ts";
import { anOrganization, type Person } from "#server/testing/organizations.ts";
import { applyMigrations } from "#server/testing/postgres-setup.ts";
import { refusalOf } from "#server/testing/refused-process.ts";
import { type AProvider, aProvider } from "#server/testing/running.ts";
import { aWebProcess } from "#server/testing/web-process.ts";
import { TEST_KEYS } from "#server/testing/worker-process.ts";

const PAGE = readFileSync(path.join(import.meta.dirname, "../docs/backup-and-upgrade.md"), "utf8");
const COMMANDS = [...PAGE.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text = ""]) => text);

/** The block of the page with this program. */
function command(program: string): string {
  const [found, ...others] = COMMANDS.filter((text) => text.includes(program));
  if (!found || others.length > 0) throw new Error(`The page has one block with ${program}.`);
  return found;
}

let folder: string;
let provider: AProvider;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "formulary-backup-"));
  chmodSync(folder, 0o711); // As root, Postgres runs as another account and must be able to enter.
  provider = await aProvider((_, response) => response.setHeader("content-type", "application/json").end("[]"));
});
afterAll(async () => {
  await provider.close();
  rmSync(folder, { recursive: true, force: true });
});

const CREDENTIAL = "credential-of-acme";

type Known = { person: Person; token: string; formulaId: number };

/** Puts an organization, a connection with a credential, and a formula into an empty database, as applications do. */
async function fill(url: string): Promise<Known> {
  await applyMigrations(url);
  const api = await anApi({ database: { url, drop: async () => {} } });
  const vault = createVault(TEST_KEYS);
  Object.assign(api.app, { vault, openInstances: createOpenInstances({ db: api.app.db, vault }) });
  const { designer: person } = await anOrganization(api.app);
  async function send(address: string, body: object) {
    const reply = await api.fetch(address, { as: person, method: "POST", body });
    expect(reply.status, `${address}: ${reply.text}`).toBe(200);
    return reply.body;
  }
  await send("/elements", {
    ...{ name: "Acme", key: "acme", hub: "crm", description: "Acme", authentication: { type: "apiKey" } },
    configuration: [{ key: "base.url", name: "URL", description: "URL", defaultValue: provider.url }],
    parameters: [{ name: "username", type: "configuration", vendorName: "X-Key", vendorType: "header" }],
    resources: [{ method: "GET", path: "/contacts", vendorPath: "/people" }],
  });
  const { token } = await send("/elements/acme/instances", { name: "Ours", configuration: { username: CREDENTIAL } });
  const { id: formulaId } = await send("/formulas", { name: "Kept", triggers: [{ type: "manual" }], steps: [] });
  await api.close();
  return { person, token, formulaId };
}

/** Starts the product on the database and expects all data: the credential is decrypted and sent. */
async function expectEverything(url: string, { person: { authorization }, token, formulaId }: Known): Promise<void> {
  const web = await aWebProcess(url);
  const get = async (address: string, authorization: string) =>
    (await fetch(`${web.api}${address}`, { headers: { authorization } })).json();
  provider.requests.length = 0;
  expect(await get(`/formulas/${formulaId}`, authorization)).toMatchObject({ name: "Kept" });
  expect(await get("/hubs/crm/contacts", `${authorization}, Element ${token}`)).toEqual([]);
  expect(provider.requests).toMatchObject([{ url: "/people", headers: { "x-key": CREDENTIAL } }]);
  await web.stop();
}

/** A process with other keys than those of the backup does not start, and changes nothing. */
async function expectRefusals(url: string): Promise<void> {
  const other = Buffer.alloc(32, 9).toString("base64");
  const [kid = ""] = TEST_KEYS.split(":");
  expect(await refusalOf({ DATABASE_URL: url, ENCRYPTION_KEYS: `${kid}:${other}` })).toBe(
    `ENCRYPTION_KEYS: "${kid}" is not the key of that name that this database is encrypted with.\n`,
  );
  expect(await refusalOf({ DATABASE_URL: url, ENCRYPTION_KEYS: `other:${other}` })).toBe(
    `ENCRYPTION_KEYS: the key "${kid}" that this database is encrypted with is missing.\n`,
  );
}

test("a copy of the folder of npm start is a backup", async () => {
  const [data, copy] = [path.join(folder, ".data"), path.join(folder, "formulary-data")];
  const first = await startEmbeddedPostgres(data, { durable: false });
  const known = await fill(first.url);
  await first.stop();
  execFileSync("bash", ["-euc", command("cp ")], { cwd: folder });
  rmSync(data, { recursive: true });
  renameSync(copy, data);
  const second = await startEmbeddedPostgres(data, { durable: false });
  await expectEverything(second.url, known);
  await expectRefusals(second.url);
  await expectEverything(second.url, known);
  await second.stop();
});

/** The installed Postgres programs: `pg_dump` works with servers up to its own version. */
const PROGRAMS = ["/usr/lib/postgresql"]
  .flatMap((root) => (existsSync(root) ? readdirSync(root).map((version) => path.join(root, version, "bin")) : []))
  .find((bin) =>
    ["initdb", "pg_ctl", "pg_dump", "pg_restore", "createdb"].every((name) => existsSync(path.join(bin, name))),
  );

describe.skipIf(PROGRAMS === undefined)("with the programs of Postgres", () => {
  test("a dump is restored into an empty database, on which the product starts", async () => {
    const bin = PROGRAMS ?? "";
    const server = await aServer(bin);
    try {
      await onDatabase(server.url("postgres"), (client) => client.query("create database product"));
      const known = await fill(server.url("product"));
      const env = {
        ...process.env,
        ...{ PATH: `${bin}:${process.env.PATH}`, DATABASE_URL: server.url("product") },
        ...{ PGHOST: "127.0.0.1", PGPORT: String(server.port), PGUSER: "formulary" },
      };
      for (const program of ["pg_dump ", "pg_restore "])
        await promisify(execFile)("bash", ["-euc", command(program)], { cwd: folder, env });
      await onDatabase(server.url("postgres"), (client) => client.query("drop database product with (force)"));
      expect((await migrate(server.url("formulary"))).rowSecurity.missing).toBeNull();
      await expectEverything(server.url("formulary"), known);
    } finally {
      server.stop();
    }
  });
});

/** A server with the programs in `bin`, whose data is in the folder of this test. */
async function aServer(bin: string) {
  const data = path.join(folder, "cluster");
  execFileSync("mkdir", [data]);
  // Postgres refuses to run as root.
  const account = process.getuid?.() === 0 ? idsOf("postgres") : undefined;
  if (account) chownSync(data, account.uid, account.gid);
  const port = await freePort();
  const run = (program: string, ...parameters: string[]) =>
    execFileSync(path.join(bin, program), parameters, { ...account, cwd: "/", stdio: "ignore" });
  run("initdb", "-D", data, "--username=formulary", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C");
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
  run("pg_ctl", "start", "-w", "-D", data, "-l", path.join(data, "log"), "-o", settings);
  const [pid] = readFileSync(path.join(data, "postmaster.pid"), "utf8").split("\n").map(Number);
  const guardian = interruptWhenWeEnd(pid ?? 0);
  return {
    port,
    url: (database: string) => `postgresql://formulary@127.0.0.1:${port}/${database}`,
    stop() {
      run("pg_ctl", "stop", "-w", "-m", "immediate", "-D", data);
      guardian.kill("SIGKILL");
    },
  };
}

function idsOf(account: string): { uid: number; gid: number } {
  const idOf = (which: string) => Number(execFileSync("id", [which, account], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}
