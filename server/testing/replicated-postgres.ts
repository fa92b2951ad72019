import { execFileSync } from "node:child_process";
import { appendFileSync, rmSync, writeFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#server/launch/embedded-postgres.ts";
import { onDatabase } from "#server/launch/on-database.ts";
import { overNetwork } from "./over-network.ts";

/** A primary with a standby. If that is synchronous, what is committed is on both. `url` names both servers. */
export type ReplicatedPostgres = {
  url: string;
  primary: EmbeddedPostgres;
  standby: EmbeddedPostgres;
  /** Kills the primary and all its processes without warning. */
  killPrimary: () => void;
  promote: () => Promise<void>;
  stop: () => Promise<void>;
};

export async function aReplicatedPostgres({ isSynchronous = true } = {}): Promise<ReplicatedPostgres> {
  const folder = await mkdtemp(path.join(tmpdir(), "formulary-replicated-"));
  await chmod(folder, 0o711); // As root, Postgres runs as another account and must be able to enter.
  const [first, second] = [path.join(folder, "first"), path.join(folder, "second")];
  await (await startEmbeddedPostgres(first)).stop();
  execFileSync("cp", ["-a", first, second]);
  rmSync(path.join(second, "port"));
  const primary = await startEmbeddedPostgres(first);
  const { port, username, password } = new URL(primary.adminUrl);
  const primaryInfo = `host=127.0.0.1 port=${port} user=${username} password=${password}`;
  appendFileSync(path.join(second, "data/postgresql.auto.conf"), `primary_conninfo = '${primaryInfo}'\n`);
  writeFileSync(path.join(second, "data/standby.signal"), "");
  const standby = await startEmbeddedPostgres(second);
  await onDatabase(primary.adminUrl, async (client) => {
    if (isSynchronous) await client.query("alter system set synchronous_standby_names = '*'");
    await client.query("select pg_reload_conf()");
    const state = isSynchronous ? "sync" : "async";
    while ((await client.query("select from pg_stat_replication where sync_state = $1", [state])).rowCount === 0)
      await pause(50);
  });
  const { host } = new URL(primary.url);
  return {
    url: overNetwork(primary.url).replace(host, `${host},${new URL(standby.url).host}`),
    primary,
    standby,
    // The server leads its own group of processes.
    killPrimary: () => process.kill(-primary.pid, "SIGKILL"),
    promote: () => onDatabase(standby.adminUrl, async (client) => void (await client.query("select pg_promote()"))),
    async stop() {
      await Promise.all([primary.stop(), standby.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
