import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "#server/account/caller.ts";
import { actingAs, type Context } from "#server/context.ts";
import { anApp, type TestApp } from "#server/testing/app.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";
import { listRuns } from "./list-runs.ts";

let app: TestApp;
let acme: TestOrganization;
let ctx: Context;

beforeAll(async () => {
  app = await anApp();
  acme = await anOrganization(app);
  ctx = contextOf({ organizationId: acme.id, accountId: acme.accountId, seesAllAccounts: true });
  const owner = `${acme.id}, ${acme.accountId}`;
  const rows = [
    "1, 'pending', null, null, 1, 'o1', 'e1', 'r1', 1",
    "2, 'pending', null, gen_random_uuid(), 1, 'o1', null, null, 1",
    "3, 'queued', null, null, 1, 'o2', null, null, 1",
    "4, 'success', null, null, 2, null, '77', null, 1",
    "5, 'failed', 'boom', null, 1, null, null, null, 1",
    "6, 'failed', 'It took too long.', null, 1, null, null, null, 1",
    "7, 'retry', null, null, 1, null, null, null, 3",
    "8, 'cancelled', null, null, 2, null, null, null, 1",
  ].map(
    (row, at) => `(${row}, ${owner}, 1, 3, 'manual', '{}', timestamptz '2026-01-01Z' + ${at + 1} * interval '1 hour')`,
  );
  await app.db.pool.query(
    `insert into execution (id, status, error, runner_id, formula_id, object_id, event_id, request_id, attempt,
       organization_id, account_id, formula_instance_id, revision, trigger_type, trigger, created_at) values ${rows.join(", ")}`,
  );
  await app.db.pool.query("update execution set reason = 'outOfTime' where id = 6");
  await app.db.pool.query(
    `insert into step_execution (execution_id, seq, attempt, step_name, step_type, engine, status, took, error)
     values (5, 0, 1, 'fine', 'script', 'v3', 'success', 'onSuccess', null),
       (5, 1, 1, 'first', 'script', 'v3', 'failed', 'onFailure', 'boom'), (5, 2, 1, 'second', 'script', 'v3', 'failed', 'onFailure', 'bang'),
       (7, 0, 1, 'read', 'script', 'v3', 'failed', 'onFailure', 'down'), (7, 1, 2, 'write', 'script', 'v3', 'failed', 'onFailure', 'full'),
       (8, 0, 1, 'read', 'script', 'v3', 'failed', 'onFailure', 'down')`,
  );
});
afterAll(() => app.close());

const contextOf = (caller: Pick<Caller, "organizationId" | "accountId" | "seesAllAccounts">): Context => ({
  ...app,
  ...actingAs(app, { ...caller, userId: 1, role: "viewer" }),
  requestId: "",
});
const all = { size: 50, after: undefined };
const found = async (filter: Omit<Parameters<typeof listRuns>[1], "page">, by = ctx) =>
  (await listRuns(by, { ...filter, page: all })).items.map(({ id }) => id);

test("every run, newest first, with the state that people know", async () => {
  const { items, total } = await listRuns(ctx, { page: all });
  expect(total).toBe(8);
  expect(items.map(({ id, state }) => [id, state])).toEqual([
    [8, "cancelled"],
    [7, "waitingRetry"],
    [6, "timedOut"],
    [5, "failed"],
    [4, "success"],
    [3, "queued"],
    [2, "running"],
    [1, "queued"],
  ]);
  expect(items[1]).toMatchObject({ attempt: 2, revision: 3 });
});

test("a state of two statuses is one list, page by page", async () => {
  const other = await anOrganization(app);
  const by = contextOf({ organizationId: other.id, accountId: other.accountId, seesAllAccounts: false });
  const ids = [101, 102, 103, 104, 105, 106, 107];
  await app.db.pool.query(
    `insert into execution (id, record, status, organization_id, account_id, formula_id, formula_instance_id, revision, trigger_type, trigger, created_at)
     select id, id, case when id % 3 = 0 then 'unknown' else 'failed' end, $2, $3, 1, 3, 1, 'manual', '{}', timestamptz '2026-01-01Z' + id * interval '1 hour'
     from unnest($1::bigint[]) id`,
    [ids, other.id, other.accountId],
  );
  const seen: number[] = [];
  let after: string | undefined;
  do {
    const page = await listRuns(by, { state: "failed", page: { size: 2, after } });
    expect(page.total).toBe(7);
    seen.push(...page.items.map(({ id }) => id));
    after = page.next;
  } while (after);
  expect(seen).toEqual(ids.toReversed());
});

test("the step that failed first is named", async () => {
  const { items } = await listRuns(ctx, { state: "failed", page: all });
  expect(items).toMatchObject([{ id: 5, failedStep: "first", formulaName: "Formula 1 (deleted)" }]);
});

test("a run that waits to be retried has the step that failed last, and its error", async () => {
  const { items } = await listRuns(ctx, { page: all });
  expect(items.filter(({ id }) => id >= 7)).toMatchObject([
    { id: 8, failedStep: "read", error: null },
    { id: 7, failedStep: "write", error: "full" },
  ]);
});

describe("narrowed", () => {
  test.each([
    [{ state: "queued" as const }, [3, 1]],
    [{ state: "running" as const }, [2]],
    [{ state: "timedOut" as const }, [6]],
    [{ state: "waitingRetry" as const }, [7]],
    [{ formulaId: 2 }, [8, 4]],
    [{ formulaId: 2, state: "success" as const }, [4]],
    [{ from: new Date("2026-01-01T03:00:00Z"), to: new Date("2026-01-01T05:00:00Z") }, [4, 3]],
    [{ search: "o1" }, [2, 1]],
    [{ search: "e1" }, [1]],
    [{ search: "r1" }, [1]],
    [{ search: "7" }, [7]],
    [{ search: "77" }, [4]],
    [{ search: "nobody's" }, []],
    [{ search: "BOOM" }, [5]],
    [{ search: "too long" }, [6]],
    [{ search: "bo" }, []],
    [{ search: "b_om" }, []],
    [{ search: "%%%" }, []],
  ])("to %j: %j", async (filter, ids) => {
    expect(await found(filter)).toEqual(ids);
  });
});

test("by pages, none twice and none left out", async () => {
  const ids: number[] = [];
  let after: string | undefined;
  do {
    const page = await listRuns(ctx, { page: { size: 3, after } });
    ids.push(...page.items.map(({ id }) => id));
    after = page.next;
  } while (after !== undefined);
  expect(ids).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
});

test("omits runs of another organization or account", async () => {
  const organizationId = acme.id;
  expect(await found({}, contextOf({ organizationId: 999_999, accountId: 1, seesAllAccounts: true }))).toEqual([]);
  expect(await found({}, contextOf({ organizationId, accountId: 999_999, seesAllAccounts: false }))).toEqual([]);
  const foreign = contextOf({ organizationId: 999_999, accountId: 1, seesAllAccounts: true });
  expect(await found({ search: "boom" }, foreign)).toEqual([]);
  expect(
    await found({ search: "boom" }, contextOf({ organizationId, accountId: 999_999, seesAllAccounts: false })),
  ).toEqual([]);
});

describe("of those that tried a draft", () => {
  beforeAll(async () => {
    await app.db.pool.query(
      `insert into execution (id, status, formula_id, organization_id, account_id, formula_instance_id, revision,
         trigger_type, trigger, created_at) values (9, 'failed', 1, $1, $2, 1, -2, 'manual', '{}', timestamptz '2026-01-02Z')`,
      [acme.id, acme.accountId],
    );
  });

  test("reports that they did", async () => {
    const { items } = await listRuns(ctx, { page: all });
    expect(items.filter(({ isTrial }) => isTrial).map(({ id }) => id)).toEqual([9]);
  });

  test.each([
    [true, [9]],
    [false, [5]],
    [undefined, [9, 5]],
  ])("only those, or only the others: %j", async (isTrial, ids) => {
    expect(await found({ state: "failed", isTrial })).toEqual(ids);
  });
});
