import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { interruptWhenWeEnd } from "#server/launch/guardian.ts";
import { freePort } from "#server/launch/ports.ts";
import { overNetwork } from "./over-network.ts";

/** A PgBouncer that gives each transaction another connection; `url` leads through it, `adminUrl` to its console. */
export type PgBouncer = { url: string; adminUrl: string; stop: () => Promise<void> };

const PROGRAM = "/usr/sbin/pgbouncer";

/** Whether PgBouncer is installed; `npm test` installs it where it may. */
export const hasPgBouncer = existsSync(PROGRAM);

/** Starts PgBouncer before the database at `databaseUrl`, with so few connections that sessions are mixed. */
export async function aPgBouncer(databaseUrl: string, { connections = 4 } = {}): Promise<PgBouncer> {
  const folder = await mkdtemp(path.join(tmpdir(), "formulary-pgbouncer-"));
  await chmod(folder, 0o755); // As root, PgBouncer continues as another account.
  const { hostname, port: serverPort, username, password } = new URL(databaseUrl);
  const port = await freePort();
  const settings = {
    listen_addr: "127.0.0.1",
    listen_port: port,
    unix_socket_dir: "",
    auth_type: "trust",
    auth_file: `${folder}/users`,
    admin_users: username,
    pool_mode: "transaction",
    default_pool_size: connections,
    max_client_conn: 200,
    ...(process.getuid?.() === 0 && { user: "nobody" }),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const config = `[databases]\n* = host=${hostname} port=${serverPort}\n[pgbouncer]\n${lines.join("\n")}\n`;
  await writeFile(`${folder}/config`, config);
  await writeFile(`${folder}/users`, `"${username}" "${decodeURIComponent(password)}"\n`);
  const child = spawn(PROGRAM, [`${folder}/config`], { stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(child, "exit");
  let log = "";
  const isUp = new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      log += text;
      if (log.includes("process up")) resolve();
    });
    child.once("exit", () => reject(new Error(`PgBouncer did not start:\n${log}`)));
  });
  await isUp;
  const guardian = interruptWhenWeEnd(child.pid ?? 0);
  const url = overNetwork(databaseUrl, { hostname: "127.0.0.1", port });
  return {
    url,
    adminUrl: Object.assign(new URL(url), { pathname: "pgbouncer" }).href,
    async stop() {
      child.kill("SIGTERM");
      await ended;
      guardian.kill("SIGKILL");
      await rm(folder, { recursive: true });
    },
  };
}
