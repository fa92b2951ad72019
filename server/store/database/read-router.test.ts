import { afterAll, beforeAll, expect, test } from "vitest";
import { onDatabase } from "#server/launch/on-database.ts";
import { aReplicatedPostgres, type ReplicatedPostgres } from "#server/testing/replicated-postgres.ts";
import { type Database, openDatabase } from "../open-database.ts";

let postgres: ReplicatedPostgres;
let db: Database;
beforeAll(async () => {
  postgres = await aReplicatedPostgres({ isSynchronous: false });
  db = openDatabase(postgres.primary.url, { readUrl: postgres.standby.url, maxLagSeconds: 2 });
  await db.queries.query("create table beat (at timestamptz)");
});
afterAll(async () => {
  await db.close();
  await postgres.stop();
});

/** Writes, as processes of the product do all the time, and says which server reads. */
async function reads(): Promise<string> {
  await db.queries.query("insert into beat values (now())");
  const { rows } = await db.reads.query(
    "select pg_is_in_recovery() as is_standby, (select count(*) from beat) as beats",
  );
  return rows[0].is_standby ? "standby" : "primary";
}
const onStandby = (statement: string) => onDatabase(postgres.standby.adminUrl, (client) => client.query(statement));

test("reads from the replica, but from the primary while it is behind or down", async () => {
  await expect.poll(reads).toBe("standby");
  await onStandby("select pg_wal_replay_pause()");
  await expect.poll(reads).toBe("primary");
  await onStandby("select pg_wal_replay_resume()");
  await expect.poll(reads).toBe("standby");
  process.kill(-postgres.standby.pid, "SIGKILL");
  for (let time = 0; time < 20; time++) await reads();
  expect(await reads()).toBe("primary");
});
