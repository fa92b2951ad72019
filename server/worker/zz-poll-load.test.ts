import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { aPolledInstance, aPolledProvider, CONTACTS } from "#server/testing/polled.ts";
import { aRunningApi } from "#server/testing/running.ts";
import { aWorkerProcess, TEST_KEYS } from "#server/testing/worker-process.ts";
import { createVault } from "#server/outside/vault.ts";
import * as elementInstances from "#server/store/element-instances.ts";
import { keepPoller } from "#server/services/poller/keep-poller.ts";
import { hashOf, newSecret } from "#server/services/account/secrets.ts";

test("2,000 pollers at one minute", { timeout: 240_000 }, async () => {
  const api = await aRunningApi({ works: false });
  const provider = await aPolledProvider();
  const el = await api.fetch("/elements", { as: api.as, method: "POST", body: provider.element() });
  const first = await aPolledInstance(api, { elementId: el.body.id });
  const row = await elementInstances.open(api.app, { elementInstanceId: first.body.id, organizationId: (await api.app.db.prisma.elementInstance.findFirstOrThrow()).organizationId });
  if (!row) throw new Error();
  const vault = createVault(TEST_KEYS);
  for (let n = 0; n < 2000; n++) {
    const token = newSecret();
    const id = await elementInstances.nextId(api.app.db.prisma);
    const made = await elementInstances.insert(api.app.db.prisma, vault, { ...row, id, name: `p${n}`, token, tokenHash: hashOf(token), createdAt: new Date() } as never);
    await keepPoller(api.app.db.prisma as never, made);
  }
  const { pool } = api.app.db;
  await pool.query("update poller set next_poll_at = now() + interval '5 seconds' + (element_instance_id % 2000) * interval '30 milliseconds'");
  await pool.query("create table lag (element_instance_id int, ms float, at timestamptz default now())");
  await pool.query(`create function note_lag() returns trigger language plpgsql as $$ begin
    if new.lease_owner is not null and (old.lease_owner is distinct from new.lease_owner) then
      insert into lag values (new.element_instance_id, extract(epoch from now() - old.next_poll_at) * 1000); end if; return new; end $$`);
  await pool.query("create trigger t after update on poller for each row execute function note_lag()");
  const worker = await aWorkerProcess(api.app.databaseUrl, {});
  await pause(130_000);
  const { rows } = await pool.query(`select count(*), count(distinct element_instance_id), percentile_cont(0.5) within group (order by ms) p50, percentile_cont(0.95) within group (order by ms) p95, max(ms) from lag where at > (select min(at) from lag) + interval '20 seconds'`);
  process.stdout.write(JSON.stringify(rows[0]) + `\n`);
  await worker.kill();
  await api.close();
  await provider.close();
  expect(1).toBe(1);
});
