import pg from "pg";
import pino from "pino";
import { expect, test } from "vitest";
import { ORGANIZATION_SETTING, tenantRoleOf } from "#server/store/database/tenant-policies.ts";
import { createPartitions } from "#server/store/retention/partitions.ts";
import { createUsageWriter } from "#server/store/usage/usage-writer.ts";
import { anEmptyDatabase } from "#server/testing/database.ts";
import { applyMigrations } from "#server/testing/postgres-setup.ts";
import { whileMigrating } from "#server/testing/while-migrating.ts";

const ORGANIZATION = 7;
const PERIODS = { RETENTION_DAYS: 30, AUDIT_RETENTION_DAYS: 365 };

/** As versions without partitions record a request, with one exchange. */
const OLD_REQUEST = `
insert into usage (request_id, organization_id, account_id, user_id, element_instance_id, method, uri, resource, ip, status, process_ms, created_at)
select call.*, 'GET', '/x', 'x', '', 500, 1, now()
from unnest($1::text[], $2::int[], $3::int[], $4::int[], $5::int[]) as call(id, organization_id, account_id, user_id, element_instance_id)
on conflict do nothing`;
const OLD_EXCHANGE = `
insert into provider_exchange (request_id, n, organization_id, account_id, method, url, duration_ms, content, created_at)
select exchange.*, 'GET', 'https://x.test', 1, '{}', now() from unnest($1::text[], $2::int[], $3::int[], $4::int[]) as exchange(id, n, organization_id, account_id)
on conflict do nothing`;
const OLD_TALLY = `
insert into api_tally (account_id, minute, organization_id, calls) select tally.*, 1 from unnest($1::int[], $2::timestamptz[], $3::int[]) as tally(account_id, minute, organization_id)
on conflict (account_id, minute) do update set calls = api_tally.calls + excluded.calls`;
const OLD_READ = `
select u.request_id as id, (select count(*)::int from provider_exchange x where x.organization_id = $1 and x.request_id = u.request_id) as exchanges
from usage u where u.organization_id = $1 and u.request_id = $2`;
test("processes of the version before record requests while these become partitions, and those of this version after", async () => {
  const url = await anEmptyDatabase();
  await applyMigrations(url, { before: "20261127120000" });
  const pool = new pg.Pool({ connectionString: url });
  const old = await pool.connect();
  await old.query("set plan_cache_mode = force_generic_plan; set enable_seqscan = off");
  const role = pg.escapeIdentifier(tenantRoleOf(new URL(url).username));
  for (const table of ["usage", "provider_exchange", "api_tally"])
    await old.query(
      `alter table ${table} enable row level security; grant select, insert, update, delete on ${table} to ${role};
       create policy own on ${table} using (organization_id = current_setting('${ORGANIZATION_SETTING}')::integer)`,
    );
  const asCaller = `begin; set local role ${role}; set local ${ORGANIZATION_SETTING} = ${ORGANIZATION}`;
  const prepared = (name: string, text: string, values: unknown[]) => old.query({ name, text, values });
  const own = [ORGANIZATION];
  const list = async (table: string) =>
    (await pool.query(`select request_id as id from ${table}`)).rows.map(({ id }) => id).sort();
  const tally = (at: Date) => prepared("usage_tally", OLD_TALLY, [own, [at], own]);
  const minute = new Date(Math.floor(Date.now() / 60_000) * 60_000);
  const record = async (id: string) => {
    await prepared("usage_write", OLD_REQUEST, [[id], own, own, own, own]);
    await prepared("usage_exchanges", OLD_EXCHANGE, [[id], [0], own, own]);
    await tally(minute);
    await old.query(asCaller);
    expect((await prepared("usage_read", OLD_READ, [ORGANIZATION, id])).rows).toEqual([{ id, exchanges: 1 }]);
    await old.query("commit");
    return id;
  };
  const files = async (tables: string[]) => {
    const of = "select pg_relation_filenode(name::regclass) as file from unnest($1::text[]) as name";
    return (await pool.query(of, [tables])).rows.map(({ file }) => file);
  };

  const recorded = [await record("before")];
  const before = await files(["usage", "provider_exchange", "api_tally"]);
  await whileMigrating(url, async () => {
    recorded.push(await record(`request ${recorded.length}`));
  });
  // The rows were not copied.
  expect(await files(["usage_0", "provider_exchange_0", "api_tally_0"])).toEqual(before);
  expect(await createPartitions({ sessionUrl: url }, { periods: PERIODS, now: new Date() })).toBeGreaterThan(5);

  // Later rows of both versions are in the next partitions.
  const later = new Date(Date.now() + 9 * 86_400_000);
  const usage = createUsageWriter(pool, { log: pino({ level: "silent" }) });
  const owner = { organizationId: ORGANIZATION, accountId: ORGANIZATION, userId: 1, elementInstanceId: 1 };
  const call = {
    ...{ ...owner, method: "GET", uri: "/x", resource: "x", ip: "", status: 500, processMs: 1 },
    createdAt: later,
  };
  const exchange = { method: "GET", url: "https://x.test", status: 500, durationMs: 1, content: "{}" };
  // Writing again after a lost response records nothing twice.
  for (const requestId of ["new", "new"]) {
    usage.note({ ...call, requestId, exchanges: [exchange] });
    usage.tally(owner, later);
    await usage.flush();
  }
  await usage.close();
  await prepared("late", OLD_REQUEST.replace("now()", `'${later.toISOString()}'`), [["old, late"], own, own, own, own]);
  expect(await list("usage")).toEqual([...recorded, "new", "old, late"].sort());
  expect(await list("provider_exchange")).toEqual([...recorded, "new"].sort());
  expect(await list("usage_0")).toEqual(recorded.sort());
  expect((await prepared("usage_read", OLD_READ, [ORGANIZATION, "new"])).rows).toEqual([{ id: "new", exchanges: 1 }]);
  expect(await list("usage_default")).toEqual([]);
  await tally(new Date(Math.floor(later.getTime() / 60_000) * 60_000));
  const { rows: tallies } = await pool.query("select calls from api_tally order by minute");
  expect(tallies).toEqual([{ calls: recorded.length }, { calls: 3 }]);
  old.release();
  await pool.end();
});
