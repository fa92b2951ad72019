import { afterAll, beforeAll, expect, test } from "vitest";
import { anApp, type TestApp } from "#server/testing/app.ts";
import { anOrganization } from "#server/testing/organizations.ts";
import { cancelOrphans, findStalledQueues } from "./execution-queue.ts";

let app: TestApp;
let formulaInstanceId: number;
beforeAll(async () => {
  app = await anApp();
  const { id, accountId, designer } = await anOrganization(app);
  const owner = { organizationId: id, accountId, userId: designer.id };
  const definition = { name: "F", triggers: [], steps: [] };
  const formula = await app.db.prisma.formula.create({ data: { ...owner, name: "F", definition } });
  const instance = await app.db.prisma.formulaInstance.create({ data: { ...owner, name: "I", formulaId: formula.id } });
  formulaInstanceId = instance.id;
});
afterAll(() => app.close());

const GONE = 2_000_000_000;

/** Inserts executions of an instance, as many as are read at once and more. */
const insert = (from: number, to: number, { instanceId, status }: { instanceId: number; status: string }) =>
  app.db.pool.query(
    `insert into execution (id, organization_id, account_id, formula_id, formula_instance_id, revision, status, trigger_type, trigger,
       single_threaded, retry_at, created_at)
     select n, 1, 1, 1, $1, 1, $2, 'manual', '{}', $2 = 'queued', case when $2 = 'retry' then now() + interval '1 hour' end,
       now() - interval '1 minute' from generate_series($3::int, $4::int) n`,
    [instanceId, status, from, to],
  );

test("executions of a deleted formula instance are canceled, those behind many others once they are the first", async () => {
  await insert(1, 100, { instanceId: GONE, status: "pending" });
  await insert(101, 130, { instanceId: formulaInstanceId, status: "pending" });
  await insert(131, 140, { instanceId: GONE, status: "pending" });
  await insert(201, 300, { instanceId: GONE, status: "queued" });
  await insert(301, 310, { instanceId: formulaInstanceId, status: "queued" });
  await insert(401, 500, { instanceId: GONE, status: "retry" });
  await insert(501, 510, { instanceId: formulaInstanceId, status: "retry" });
  await cancelOrphans(app.db.pool);
  const { rows } = await app.db.pool.query(
    "select formula_instance_id = $1 as gone, status, count(*)::int from execution group by 1, 2 order by 1, 2",
    [GONE],
  );
  expect(rows).toEqual([
    { gone: false, status: "pending", count: 30 },
    { gone: false, status: "queued", count: 10 },
    { gone: false, status: "retry", count: 10 },
    { gone: true, status: "cancelled", count: 300 },
    { gone: true, status: "pending", count: 10 },
  ]);
});

test("a queue is stalled while none of its executions is in progress", async () => {
  expect(await findStalledQueues(app.db.pool)).toEqual([formulaInstanceId]);
  await app.db.pool.query("update execution set status = 'pending' where id = 301");
  expect(await findStalledQueues(app.db.pool)).toEqual([]);
});
