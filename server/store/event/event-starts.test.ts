import { afterAll, beforeAll, expect, test } from "vitest";
import { anApp, type TestApp } from "#server/testing/app.ts";
import { startMarker } from "./event-starts.ts";

let app: TestApp;
beforeAll(async () => {
  app = await anApp();
});
afterAll(() => app.close());

test("an event is complete once none of its starts is pending", async () => {
  const { pool } = app.db;
  await pool.query(
    `insert into event (id, organization_id, account_id, element_instance_id, element_key, source, status, objects, object_ids, notifies)
     select id, 1, 1, 1, 'x', 'webhook', 'RECEIVED', '[]', '{}', id = 2 from generate_series(1, 3) id`,
  );
  await pool.query(
    `insert into event_start (event_id, n, formula_instance_id, organization_id)
     select id, n, 1, 1 from generate_series(1, 3) id, generate_series(0, 1) n`,
  );
  const mark = startMarker(pool);
  const outcome = (eventId: number, n: number, given: { executionId: number } | { reason: string }) => ({
    ...{ eventId, n, formulaInstanceId: 1, organizationId: 1, executionId: null, reason: null },
    ...given,
  });
  const statuses = async () =>
    (await pool.query("select status from event order by id")).rows.map(({ status }) => status);

  await mark([outcome(1, 0, { executionId: 7 }), outcome(2, 0, { executionId: 8 }), outcome(2, 1, { reason: "held" })]);
  expect(await statuses()).toEqual(["RECEIVED", "DISPATCHED", "RECEIVED"]);
  await mark([outcome(1, 1, { reason: "held" })]);
  expect(await statuses()).toEqual(["CONSUMED", "DISPATCHED", "RECEIVED"]);
  const { rows } = await pool.query(
    "select execution_id::int as id, reason from event_start where event_id < 3 order by event_id, n",
  );
  expect(rows.map(({ id, reason }) => id ?? reason)).toEqual([7, "held", 8, "held"]);
});
