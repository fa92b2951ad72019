import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { interruptWhenWeEnd } from "./guardian.ts";
import { assertFree, freePort } from "./ports.ts";
import { type PostgresHome, postgresHome } from "./postgres-home.ts";
import { ensureProductDatabase } from "./product-role.ts";

/**
 * A running server. `url` is for the product: its database, as a role that owns only that database. `adminUrl` is for
 * the process that starts the server: its superuser. `stop` shuts the server down and waits until it has exited.
 */
export type EmbeddedPostgres = { url: string; adminUrl: string; pid: number; stop: () => Promise<void> };

const SUPERUSER = "formulary";
const PATIENCE_MS = 30_000;
/** 108 bytes with the end of the text on Linux, 104 on others. */
const LONGEST_SOCKET_PATH = 103;

/**
 * Starts the Postgres from the npm packages with its data in `folder` (created at the first start). It listens on
 * loopback only, with a random password, and on a socket in `folder`, through which a query takes a quarter less time: the
 * addresses name it where it works. A server that already runs on the data is reused; one that was killed is recovered.
 * It ends with `stop`, and also when this process dies in any way.
 *
 * @param durable false for tests: the data need not survive a crash of the machine
 */
export async function startEmbeddedPostgres(folder: string, { durable = true } = {}): Promise<EmbeddedPostgres> {
  const home = postgresHome(path.resolve(folder));
  const data = path.join(home.folder, "data");
  if (!existsSync(data)) initialize(home, data, durable);

  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const server = (await adopt(home, data)) ?? (await launch(home, data, durable));
    if (server) {
      const { url: adminUrl, pid } = server;
      return { url: await ensureProductDatabase(adminUrl), adminUrl, pid, stop: () => stop(server) };
    }
    if (Date.now() > deadline) throw new Error(`Postgres did not start:\n${lastWords(home)}`);
    await sleep(200);
  }
}

type Server = { url: string; pid: number; guardian: ChildProcess };

/**
 * Creates the data folder under a temporary name first, so that an incomplete one is never mistaken for a complete one.
 */
function initialize(home: PostgresHome, data: string, durable: boolean): void {
  const draft = `${data}.new`;
  const passwordFile = path.join(home.folder, "password");
  const passwordForInit = `${passwordFile}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  const password = randomBytes(24).toString("base64url");
  for (const file of [passwordFile, passwordForInit]) writeFileSync(file, password, { mode: 0o600 });
  if (home.account)
    for (const created of [draft, passwordForInit]) chownSync(created, home.account.uid, home.account.gid);
  const locale = ["--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"];
  const access = [`--username=${SUPERUSER}`, "--auth=scram-sha-256", `--pwfile=${passwordForInit}`];
  execFileSync(path.join(home.bin, "initdb"), ["-D", draft, ...access, ...locale, ...(durable ? [] : ["--no-sync"])], {
    ...surroundings(home),
    stdio: ["ignore", "ignore", "inherit"],
  });
  rmSync(passwordForInit);
  renameSync(draft, data);
}

/** The server that already runs on the data, if there is one and it accepts our connection. */
async function adopt(home: PostgresHome, data: string): Promise<Server | undefined> {
  const file = path.join(data, "postmaster.pid");
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, "utf8").split("\n");
  const [pid, , , port] = lines.map(Number);
  if (!pid || !port || !isAlive(pid)) return undefined;
  const url = await findAddress(home, port, lines[4] ?? "");
  return url === undefined ? undefined : { url, pid, guardian: interruptWhenWeEnd(pid) };
}

/** Undefined while a server that is shutting down still holds the data: try again. */
async function launch(
  home: PostgresHome,
  data: string,
  durable: boolean,
  sockets = folderForSockets(home),
): Promise<Server | undefined> {
  const port = await choosePort(home);
  const log = openSync(path.join(home.folder, "log"), "w", 0o600);
  const settings = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: sockets,
    max_connections: 200,
    shared_buffers: "128MB",
    ...(durable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  // Detached: Ctrl-C in the terminal must reach this process, not the database below the processes that still use it.
  const child = spawn(path.join(home.bin, "postgres"), ["-D", data, ...flags], {
    ...surroundings(home),
    stdio: ["ignore", log, log],
    detached: true,
  });
  closeSync(log);
  child.unref();
  const pid = await started(child);
  const guardian = interruptWhenWeEnd(pid);
  child.once("exit", () => guardian.kill("SIGKILL"));
  for (;;) {
    const url = await findAddress(home, port, sockets);
    if (url) return { url, pid, guardian };
    if (await hasEnded(child, 25)) {
      if (sockets && SOCKET_REFUSED.test(readLog(home))) return launch(home, data, durable, "");
      // Processes of the server before may write into the same log after the reason.
      if (/postmaster\.pid|shared memory block|Address already in use/.test(readLog(home))) return undefined;
      throw new Error(`Postgres did not start:\n${lastWords(home)}`);
    }
  }
}

/** The port of the last start, so that a saved address stays valid, unless another program uses it now. */
async function choosePort(home: PostgresHome): Promise<number> {
  const file = path.join(home.folder, "port");
  if (existsSync(file)) {
    const last = Number(readFileSync(file, "utf8"));
    const isFree = await assertFree(last, "").then(
      () => true,
      () => false,
    );
    if (isFree) return last;
  }
  const port = await freePort();
  writeFileSync(file, String(port));
  return port;
}

async function stop({ pid, guardian }: Server): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  kill(pid, "SIGINT");
  while (isAlive(pid)) {
    if (Date.now() > deadline) kill(pid, "SIGQUIT");
    await sleep(20);
  }
  guardian.kill("SIGKILL");
}

const surroundings = (home: PostgresHome) => ({
  ...home.account,
  cwd: home.folder,
  env: { NODE_ENV: process.env.NODE_ENV, PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
});

/** The address of the server, once it responds: with its socket in the folder `sockets`, if clients can reach that. */
async function findAddress(home: PostgresHome, port: number, sockets: string): Promise<string | undefined> {
  const password = readFileSync(path.join(home.folder, "password"), "utf8");
  const url = new URL(`postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`);
  const overNetwork = url.href;
  if (!(await responds(overNetwork))) return undefined;
  url.searchParams.set("host", sockets);
  return sockets && (await responds(url.href)) ? url.href : overNetwork;
}

/** The messages of Postgres if the file system has no sockets, or the folder is not writable. */
const SOCKET_REFUSED = /could not create (?:lock file "[^"]*\.s\.PGSQL|any Unix-domain sockets)/;

/** Creates the folder for the server's socket. Empty if there can be none: the system limits the length of its path. */
function folderForSockets({ folder, account }: PostgresHome): string {
  const sockets = path.join(folder, "socket");
  const isTooLong = Buffer.byteLength(path.join(sockets, ".s.PGSQL.65535")) > LONGEST_SOCKET_PATH;
  // Postgres separates several folders by commas.
  if (process.platform === "win32" || isTooLong || /[",]/.test(sockets)) return "";
  mkdirSync(sockets, { recursive: true, mode: 0o700 });
  if (account) chownSync(sockets, account.uid, account.gid);
  return sockets;
}

async function responds(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

const started = (child: ChildProcess) =>
  new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("spawn", () => resolve(child.pid as number));
  });

function hasEnded(child: ChildProcess, withinMs: number): Promise<boolean> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(true);
  return sleep(withinMs).then(() => child.exitCode !== null || child.signalCode !== null);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** The log since the last start. */
const readLog = (home: PostgresHome) => readFileSync(path.join(home.folder, "log"), "utf8");

const lastWords = (home: PostgresHome) => readLog(home).trim().split("\n").slice(-5).join("\n");
