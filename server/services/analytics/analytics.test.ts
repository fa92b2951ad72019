import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { METRICS } from "#server/api/endpoints/analytics.ts";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anExecution } from "#server/testing/executions.ts";
import { aFormula } from "#server/testing/formulas.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";

let api: TestApi;
let acme: TestOrganization;
let ann: TestOrganization["viewer"];
const ids: Record<"acme" | "ann", number> = { acme: 0, ann: 0 };

const NOW = new Date("2026-05-20T12:34:56Z");
const ago = (hours: number) => new Date(NOW.getTime() - hours * 3600_000);

/** Five runs of the default account and two of another, over three days. */
beforeAll(async () => {
  api = await anApi();
  acme = await anOrganization(api.app);
  ann = await acme.aColleague();
  const { body: formula } = await api.fetch("/formulas", { as: acme.designer, method: "POST", body: aFormula() });
  const instanceOf = async (as: typeof ann) =>
    (await api.fetch(`/formulas/${formula.id}/instances`, { as, method: "POST", body: { name: "i" } })).body;
  const [own, anns] = [await instanceOf(acme.designer), await instanceOf(ann)];
  Object.assign(ids, { acme: own.id, ann: anns.id });
  const steps = [1, 2, 3, 4].map((n) => ({ durationMs: n * 10, delayMs: n, contextSize: n * 100 }));
  // The nameless record, which stores the revision of a sub-formula, is no step.
  await anExecution(api.app, own, { createdAt: ago(0.1), steps: [...steps, { stepName: "", durationMs: 500 }] });
  await anExecution(api.app, own, { createdAt: ago(1), status: "failed" });
  await anExecution(api.app, own, { createdAt: ago(25), status: "failed" });
  await anExecution(api.app, own, { createdAt: ago(0.2), status: "retry" });
  await anExecution(api.app, own, { createdAt: ago(24 * 30) });
  await anExecution(api.app, anns, { createdAt: ago(0.1) });
  await anExecution(api.app, anns, { createdAt: ago(2), status: "cancelled" });
  api.app.at(NOW);
});
afterAll(() => api.close());

const send = (path: string, as = acme.designer) => api.fetch(path, { as });
const paths = [
  "/formulas/analytics",
  "/formulas/analytics/steps",
  "/formulas/analytics/statuses",
  "/formulas/analytics/accounts",
  "/formulas/analytics/instances",
];

const metrics = Object.keys(METRICS).map((name) => `/metrics/${name}`);

describe.each([...paths, ...metrics])("%s", (path) => {
  test("is the last seven days by day by default: 8 entries", async () => {
    const reply = await send(path);
    expect([reply.status, reply.body.length]).toEqual([200, 8]);
    expect(reply.body[0].timestamp).toBe("2026-05-13T00:00:00Z");
    expect(reply.body[7].timestamp).toBe("2026-05-20T00:00:00Z");
  });

  test("by minute over one hour is 61 entries, both ends included", async () => {
    const reply = await send(`${path}?interval=minute&from=${ago(1).toISOString()}&to=${NOW.toISOString()}`);
    expect(reply.body).toHaveLength(61);
  });

  test.each([
    ["an end before the start", `from=${NOW.toISOString()}&to=${ago(1).toISOString()}`, "to"],
    ["interval=second", "interval=second", "interval"],
    ["what is no date", "from=yesterday", "from"],
    ["more than 5000 entries", "interval=minute&from=2020-01-01", "interval"],
  ])("%s is 400", async (_, query, word) => {
    const reply = await send(`${path}?${query}`);
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({ message: expect.stringContaining(word), requestId: expect.any(String) });
  });

  test("other people's accounts are 403", async () => {
    const other = await anOrganization(api.app);
    expect((await send(`${path}?accountIds[]=0`)).status).toBe(403);
    expect((await send(`${path}?accountIds[]=${other.accountId}`)).status).toBe(403);
    expect((await send(`${path}?accountIds[]=${acme.accountId}`, ann)).status).toBe(403);
  });
});

test("executions are counted by day, those of one account, of one's own", async () => {
  const counts = async (query: string, as?: typeof ann) =>
    (await send(`/formulas/analytics${query}`, as)).body.map(({ count }: { count: number }) => count).slice(-2);
  expect(await counts("")).toEqual([1, 5]);
  expect(await counts(`?accountIds[]=${ann.accountId}`)).toEqual([0, 2]);
  expect(await counts(`?accountIds[]=${ann.accountId}&accountIds[]=${acme.accountId}`)).toEqual([1, 5]);
  expect(await counts("", ann)).toEqual([0, 2]);
});

test("statuses by day", async () => {
  const { body } = await send("/formulas/analytics/statuses");
  expect(body.at(-1)).toEqual({ timestamp: "2026-05-20T00:00:00Z", success: 2, failed: 1, total: 5 });
  expect(body.at(-2)).toEqual({ timestamp: "2026-05-19T00:00:00Z", success: 0, failed: 1, total: 1 });
});

test("statuses now, by account", async () => {
  const { body } = await send("/formulas/analytics/statuses/now");
  const nothing = { success: 0, failed: 0, pending: 0, canceled: 0, unknown: 0, retries: [] };
  expect(body).toEqual([
    {
      ...nothing,
      accountId: acme.accountId,
      success: 1,
      failed: 1,
      retries: [{ executionId: expect.any(Number), retry: 1 }],
    },
    { ...nothing, accountId: ann.accountId, success: 1, canceled: 1 },
  ]);
  expect((await send(`/formulas/analytics/statuses/now?accountIds[]=${ann.accountId}`)).body).toHaveLength(1);
});

test("by account and by instance", async () => {
  const accounts = (await send("/formulas/analytics/accounts")).body;
  expect(accounts.at(-1)).toMatchObject({
    total: 5,
    records: expect.arrayContaining([
      { accountId: acme.accountId, success: 1, failed: 1, count: 3 },
      { accountId: ann.accountId, success: 1, failed: 0, count: 2 },
    ]),
  });
  expect(accounts[0]).toEqual({ timestamp: "2026-05-13T00:00:00Z", total: 0, records: [] });
  const instances = (await send("/formulas/analytics/instances")).body;
  expect(instances.at(-1)).toMatchObject({
    total: 5,
    records: expect.arrayContaining([{ instanceId: ids.ann, count: 2 }]),
  });
});

test("steps: time, delay and context size as average, sum and percentiles", async () => {
  const { body } = await send(
    `/formulas/analytics/steps?accountIds[]=${acme.accountId}&interval=minute&from=${ago(0.1).toISOString()}`,
  );
  expect(body[0]).toMatchObject({
    count: 4,
    executionTime: {
      avg: 25,
      sum: 100,
      percentiles: {
        "1.0": expect.any(Number),
        "5.0": expect.any(Number),
        "25.0": 17.5,
        "50.0": 25,
        "75.0": 32.5,
        "95.0": expect.any(Number),
        "99.0": expect.any(Number),
      },
    },
    executionDelay: { avg: 2.5, sum: 10 },
    contextSize: { avg: 250, sum: 1000 },
  });
  expect(body[1]).toMatchObject({ count: 0, executionTime: { avg: 0, sum: 0, percentiles: { "50.0": 0 } } });
});

test("metrics count what was made and called, in all or without the empty intervals", async () => {
  api.app.at(undefined);
  const mine = await anOrganization(api.app);
  const as = mine.administrator;
  const count = async (metric: string) => {
    const { body } = await send(`/metrics/${metric}?emptyIntervals=false`, as);
    expect(body.length).toBeLessThan(2);
    return body[0]?.count ?? 0;
  };
  const names = ["elements-created", "element-instances-created", "hubs-created", "hub-api", "formulas-created"];
  const counts = async () =>
    Object.fromEntries(await Promise.all(names.map(async (name) => [name, await count(name)])));
  expect(Object.values(await counts())).toEqual([0, 0, 0, 0, 0]);
  const post = (path: string, body: unknown) => api.fetch(path, { as, method: "POST", body });
  const before = await count("api");
  const element = await post("/elements", { name: "Mine", description: "x", authentication: { type: "custom" } });
  const instance = await post("/instances", { name: "i", element: { id: element.body.id } });
  await post("/hubs", { name: "mine", key: "mine" });
  await post("/formulas", aFormula());
  const [user] = as.authorization.split(",");
  await api.fetch("/ping", { as: { authorization: `${user}, Element ${instance.body.token}` } });
  expect(await counts()).toEqual({
    "elements-created": 1,
    "element-instances-created": 1,
    "hubs-created": 1,
    "hub-api": 1,
    "formulas-created": 1,
  });
  // Five requests, and the requests for the counts.
  expect((await count("api")) - before).toBe(11);
});
