import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { onDatabase } from "#server/launch/on-database.ts";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { aFormula } from "#server/testing/formulas.ts";
import { anOrganization } from "#server/testing/organizations.ts";
import { applyMigrations } from "#server/testing/postgres-setup.ts";
import { aReplicatedPostgres, type ReplicatedPostgres } from "#server/testing/replicated-postgres.ts";
import { aWebProcess, type WebProcess } from "#server/testing/web-process.ts";

const SENDERS = 8;
const BEFORE = 60;
const AFTER = 60;
/** Promised are ten seconds; this machine may be busy. */
const LIMIT_MS = 30_000;

let postgres: ReplicatedPostgres;
let api: TestApi;
let web: WebProcess;
beforeAll(async () => {
  postgres = await aReplicatedPostgres();
  await applyMigrations(postgres.primary.url);
  api = await anApi({ database: { url: postgres.primary.url, drop: async () => {} } });
  web = await aWebProcess(postgres.url);
});
afterAll(async () => {
  await web?.kill();
  await api?.close().catch(() => {});
  await postgres?.stop();
});

test("a failover under load loses no acknowledged execution, and requests succeed again", async () => {
  const { designer: as } = await anOrganization(api.app);
  const { body: formula } = await api.fetch("/formulas", { as, method: "POST", body: aFormula() });
  const { body: instance } = await api.fetch(`/formulas/${formula.id}/instances`, {
    as,
    method: "POST",
    body: { name: "One" },
  });
  const acknowledged: number[] = [];
  const refusals = new Map<string, number>();
  let isDone = false;
  async function send() {
    while (!isDone) {
      const reply = await fetch(`${web.api}/formulas/instances/${instance.id}/executions`, {
        method: "POST",
        headers: { authorization: as.authorization, "content-type": "application/json" },
        body: "{}",
        signal: AbortSignal.timeout(LIMIT_MS),
      });
      const body = await reply.json();
      if (reply.ok) acknowledged.push(body[0].id);
      else {
        const refusal = `${reply.status} ${reply.headers.get("retry-after")}`;
        refusals.set(refusal, (refusals.get(refusal) ?? 0) + 1);
        await pause(50);
      }
    }
  }
  const senders = Promise.all(Array.from({ length: SENDERS }, send));
  while (acknowledged.length < BEFORE) await pause(5);
  postgres.killPrimary();
  const before = acknowledged.length;
  const killedAt = performance.now();
  await postgres.promote();
  while (acknowledged.length === before) await pause(5);
  const backMs = Math.round(performance.now() - killedAt);
  while (acknowledged.length < before + AFTER) await pause(5);
  isDone = true;
  await senders;

  const stored = await onDatabase(postgres.standby.url, async (client) => {
    const { rows } = await client.query<{ id: string }>("select id from execution");
    return new Set(rows.map(({ id }) => Number(id)));
  });
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  expect([...refusals.keys()].filter((refusal) => refusal !== "503 1")).toEqual([]);
  expect(backMs).toBeLessThan(LIMIT_MS);
  process.stdout.write(
    `back ${backMs} ms after the kill; ${acknowledged.length} acknowledged, 0 lost, ${[...refusals.values()][0] ?? 0} times 503\n`,
  );
});
