import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registerApp } from "#server/process-app.ts";
import { createSession } from "#server/screen-handler.ts";
import * as elementInstances from "#server/store/element-instance/element-instances.ts";
import { anApp, type TestApp } from "#server/testing/app.ts";
import { anElement, insertElement } from "#server/testing/elements.ts";
import { anOrganization, type Person, type TestOrganization } from "#server/testing/organizations.ts";
import { handleCall, TRPC_PATH } from "./handle-call.ts";

/** More rows than any list shows at a time, or reads at once. */
const FORMULAS = 230;
const INSTANCES = 1030;
const CONNECTIONS = 530;

let app: TestApp;
let acme: TestOrganization;
let designer: string;
let oldest: number;
let old: number;

beforeAll(async () => {
  app = await anApp();
  registerApp(app);
  acme = await anOrganization(app);
  const other = await anOrganization(app);
  designer = await tokenOf(acme.designer);
  const elementId = (await insertElement(app, { organizationId: acme.id, accountId: acme.accountId }, anElement())).id;
  for (const { id: organizationId, accountId, designer: user } of [acme, other])
    await fill({ organizationId, accountId, userId: user.id, elementId });
  await app.db.pool.query("update element_instance set valid = false where name ~ '^Connection [1-7]$'");
  const ids = await app.db.pool.query<{ formula: number; connection: number }>(
    `select (select min(id) from formula where organization_id = $1) as formula,
       (select id from element_instance where organization_id = $1 and name = 'Connection 1') as connection`,
    [acme.id],
  );
  oldest = ids.rows[0]?.formula ?? 0;
  old = ids.rows[0]?.connection ?? 0;
});
afterAll(() => app.close());

type Owner = { organizationId: number; accountId: number; userId: number; elementId: number };

/** All instances, and all executions, belong to the oldest formula; its oldest instance uses the oldest connection. */
async function fill({ organizationId, accountId, userId, elementId }: Owner): Promise<void> {
  const definition = {
    engine: "v3",
    triggers: [{ id: 1, type: "manual", onSuccess: [], onFailure: [], properties: {} }],
    configuration: [{ id: 2, key: "crm", name: "CRM", type: "elementInstance", required: false }],
    steps: [],
  };
  const owner = [organizationId, accountId, userId];
  const run = (text: string, ...values: unknown[]) => app.db.pool.query(text, [...owner, ...values]);
  await run(
    `insert into formula (organization_id, account_id, user_id, name, definition)
     select $1, $2, $3, 'Formula ' || n, $4::jsonb || jsonb_build_object('name', 'Formula ' || n, 'description', 'Number ' || n, 'active', true)
     from generate_series(1, ${FORMULAS}) n`,
    definition,
  );
  const numbers = Array.from({ length: CONNECTIONS }, (_, index) => index + 1);
  for (let from = 0; from < CONNECTIONS; from += 50)
    await Promise.all(
      numbers.slice(from, from + 50).map((n) => aConnection(n, { organizationId, accountId, userId, elementId })),
    );
  await run(
    `insert into formula_instance (organization_id, account_id, user_id, formula_id, name, active, configuration)
     select $1, $2, $3, (select min(id) from formula where organization_id = $1), 'Instance ' || n, n > 30,
       jsonb_build_object('crm', (select id from element_instance where organization_id = $1 and name = 'Connection 1')::text)
     from generate_series(1, ${INSTANCES}) n`,
  );
  await app.db.pool.query(
    `insert into execution (id, organization_id, account_id, formula_id, formula_instance_id, revision, status, trigger_type, trigger)
     select i.id * 10 + 1, organization_id, account_id, formula_id, i.id, 1, 'failed', 'manual', '{}'
     from formula_instance i where organization_id = $1`,
    [organizationId],
  );
}

/** The first seven need attention. */
async function aConnection(n: number, owner: Owner): Promise<void> {
  const { prisma } = app.db;
  const token = `token ${owner.organizationId} ${n}`;
  await elementInstances.insert(prisma, app.vault, {
    ...owner,
    ...{ id: await elementInstances.nextId(prisma), name: `Connection ${n}`, tags: [], configuration: {} },
    ...{ token, tokenHash: createHash("sha256").update(token).digest(), externalAuthentication: null },
    createdAt: app.now(),
  });
}

async function tokenOf({ email: username, password }: Person): Promise<string> {
  return (await createSession({ username, password })).token;
}

async function look(path: string, input: unknown = undefined, token = designer) {
  const query = input === undefined ? "" : `?input=${encodeURIComponent(JSON.stringify(input))}`;
  const reply = await handleCall(app, new Request(`https://formulary.test${TRPC_PATH}/${path}${query}`), token);
  const { result, error } = await reply.json();
  if (error) throw new Error(error.message);
  return result.data;
}

/** All rows of a list, by its cursors. */
async function rowsOf(path: string, input: object = {}) {
  const rows: { id: number; name: string; valid?: boolean }[] = [];
  let cursor: string | undefined;
  do {
    const { items, next } = await look(path, { ...input, cursor });
    rows.push(...items);
    cursor = next;
  } while (cursor !== undefined);
  return rows;
}

describe("the list of formulas", () => {
  test("has every formula once, newest first, however many there are", async () => {
    const ids = (await rowsOf("formula.list")).map(({ id }) => id);
    expect(ids).toHaveLength(FORMULAS);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
  });
  test("counts all instances of the oldest, and knows its newest run", async () => {
    const { items, total } = await look("formula.list", { search: "number 1" });
    expect(total).toBe(1 + 10 + 100);
    expect(items).toHaveLength(50);
    const [row] = (await rowsOf("formula.list", { search: "Formula 1" })).filter(({ id }) => id === oldest);
    expect(row).toMatchObject({
      ...{ name: "Formula 1", description: "Number 1", instances: INSTANCES, activeInstances: INSTANCES - 30 },
      ...{ triggers: [{ type: "manual", properties: {} }], lastRun: { status: "failed" } },
    });
  });
  test("takes what is searched for as it is", async () => {
    expect(await look("formula.list", { search: "%" })).toMatchObject({ items: [], total: 0 });
    expect((await look("formula.list", { search: "" })).total).toBe(FORMULAS);
  });
  test("shows people of another account the formulas of the default one, without the instances of others", async () => {
    const token = await tokenOf(await acme.aColleague());
    const { total, items } = await look("formula.list", { search: "Number 1" }, token);
    expect([total, items.length]).toEqual([111, 50]);
    const row = (await look("formula.list", { search: "Formula 1", cursor: String(oldest + 1) }, token)).items[0];
    expect(row).toMatchObject({ id: oldest, instances: 0, activeInstances: 0, lastRun: null });
    expect(await look("connection.names", undefined, token)).toEqual([]);
  });
});

test("the list of runs has every run once, newest first", async () => {
  const ids = (await rowsOf("execution.list")).map(({ id }) => id);
  expect(ids).toHaveLength(INSTANCES);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
});

describe("names to choose from", () => {
  test.each([
    ["formula.names", () => undefined, FORMULAS],
    ["connection.names", () => undefined, CONNECTIONS],
    ["formulaInstance.names", () => ({ formulaId: oldest }), INSTANCES],
  ])("%s are all of them", async (path, input, count) => {
    const ids = (await look(path, input())).map(({ id }: { id: number }) => id);
    expect(new Set(ids).size).toBe(count);
    expect(ids).toHaveLength(count);
  });
});

describe("the list of connections", () => {
  test("has every connection once, those that need somebody first", async () => {
    const rows = await rowsOf("connection.list");
    expect(new Set(rows.map(({ id }) => id)).size).toBe(CONNECTIONS);
    expect(rows.slice(0, 8).map(({ valid }) => valid)).toEqual([...Array(7).fill(false), true]);
  });
  test("finds by the name of the connection and by that of its element", async () => {
    expect((await look("connection.list", { search: "connection 530" })).total).toBe(1);
    const [{ elementName }] = await look("connection.names");
    expect((await look("connection.list", { search: elementName })).total).toBe(CONNECTIONS);
  });
});

test("a formula's page says that the connection of its oldest instance does not work", async () => {
  expect(await look("connection.broken", { formulaId: oldest })).toEqual([
    { id: old, name: "Connection 1", disabled: false },
  ]);
  expect(await look("connection.broken", { formulaId: oldest + 1 })).toEqual([]);
});

test("the instances of a formula are listed to the last", async () => {
  expect(await rowsOf("formulaInstance.list", { formulaId: oldest })).toHaveLength(INSTANCES);
  expect(await look("formulaInstance.newestActive", { formulaId: oldest })).toMatchObject({
    name: `Instance ${INSTANCES}`,
  });
});

test("home counts every failed run and every connection that needs somebody", async () => {
  const { failed, broken, firstFormulaId } = await look("home.overview");
  expect(failed).toMatchObject({ count: INSTANCES, latest: { state: "failed" } });
  expect([broken.total, broken.items.length]).toEqual([7, 5]);
  expect(firstFormulaId).toBe(oldest);
});

test("a connection is replaced in all instances that use it", async () => {
  const { usedBy } = await look("connection.read", { elementInstanceId: old });
  expect(usedBy).toHaveLength(INSTANCES);
});

test("circles are looked for in the calls of all formulas", async () => {
  expect(await look("formula.calls")).toHaveLength(FORMULAS);
});
