import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { anOrganization } from "#server/testing/organizations.ts";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";

let api: RunningApi;
let provider: AProvider;
let status = 200;
let token: { authorization: string };
let instanceId: number;

const say = (response: ServerResponse, body: unknown, code = 200) =>
  response.writeHead(code, { "content-type": "application/json" }).end(JSON.stringify(body));

beforeAll(async () => {
  provider = await aProvider((_, response) => say(response, [{ id: 7 }], status));
  api = await aRunningApi();
  const element = await api.fetch("/elements", {
    as: api.as,
    method: "POST",
    body: {
      name: "Sales",
      description: "x",
      hub: "crm",
      authentication: { type: "custom" },
      configuration: [{ key: "base.url", name: "Base", description: "Base", defaultValue: provider.url }],
      resources: [
        { path: "/contacts", method: "GET", vendorPath: "/people" },
        {
          path: "/contacts",
          method: "POST",
          vendorPath: "/people",
          parameters: [{ name: "body", vendorName: "body", type: "body", vendorType: "body" }],
        },
      ],
    },
  });
  const body = { name: "Main", tags: ["qa"], element: { id: element.body.id } };
  const instance = await api.fetch("/instances", { as: api.as, method: "POST", body });
  instanceId = instance.body.id;
  const [user] = api.as.authorization.split(",");
  token = { authorization: `${user}, Element ${instance.body.token}` };
});
afterAll(async () => {
  await api.close();
  await provider.close();
});
beforeEach(async () => {
  status = 200;
  await api.app.usage.flush();
  await api.app.db.pool.query("delete from usage");
});

const call = (path: string, more: object = {}) => api.fetch(path, { as: token, ...more });
const send = (path: string, as = api.as) => api.fetch(path, { as });
const requestIdOf = ({ headers }: { headers: Headers }) => String(headers.get("elements-request-id"));

describe("every hub call leaves one row, found by its request id at once", () => {
  test("of a call that succeeded", async () => {
    const reply = await call("/hubs/crm/contacts?secret=1");
    expect(requestIdOf(reply)).toMatch(/^[0-9a-f]{24}$/);
    const { status: found, body } = await send(`/usage/${requestIdOf(reply)}`);
    expect(found).toBe(200);
    expect(body).toMatchObject({
      request_id: requestIdOf(reply),
      traffic_id: requestIdOf(reply),
      traffic_date: expect.stringMatching(/^\d{4}-.*Z$/),
      request_status: "SUCCESS",
      response_status: 200,
      process_time: expect.any(Number),
      request_method: "GET",
      request_uri: "/elements/api-v2/hubs/crm/contacts",
      request_ip: expect.any(String),
      element_api: "contacts",
      element_key: "sales",
      element_name: "Sales",
      instance_id: instanceId,
      instance_tags: "qa",
      user_id: expect.any(Number),
      company_id: expect.any(Number),
      company_external_id: expect.any(String),
      company_external_name: expect.any(String),
    });
  });

  test.each([
    ["led nowhere", () => call("/nowhere/at/all/of/it"), 404],
    ["was too large", () => call("/contacts", { method: "POST", body: { text: "x".repeat(9 * 2 ** 20) } }), 413],
    ["wanted no JSON", () => call("/contacts", { headers: { accept: "text/html" } }), 406],
    ["had a broken body", () => call("/contacts", { method: "POST", body: "{" }), 400],
  ])("of a call that %s", async (_, make, code) => {
    const reply = await make();
    expect(reply.status).toBe(code);
    const { body } = await send(`/usage/${requestIdOf(reply)}`);
    expect(body).toMatchObject({ request_status: "FAILED", response_status: code });
    expect((await send("/usage")).body).toHaveLength(1);
  });

  test("of a call that the provider refused", async () => {
    status = 429;
    const { body } = await send(`/usage/${requestIdOf(await call("/contacts"))}`);
    expect(body).toMatchObject({ request_status: "FAILED", response_status: 429 });
  });

  test("of a call that a formula made", async () => {
    const properties = { elementInstanceId: String(instanceId), method: "GET", api: "/hubs/crm/contacts" };
    const { formulaInstanceId } = await api.aRunnable({
      name: "Calls",
      engine: "v3",
      triggers: [{ type: "manual", onSuccess: ["one"] }],
      steps: [{ name: "one", type: "elementRequest", properties }],
    });
    expect(await api.run(formulaInstanceId)).toMatchObject({ status: "success" });
    const { body } = await send("/usage");
    expect(body).toMatchObject([{ request_ip: "internal", element_api: "contacts", response_status: 200 }]);
    expect((await send(`/usage/${body[0].request_id}`)).body).toEqual(body[0]);
  });

  test("and of none that was no call to an element", async () => {
    await send("/instances");
    await api.fetch("/contacts", { as: { authorization: "User x, Element y" } });
    expect((await send("/usage")).body).toEqual([]);
  });
});

test("a request is not shown after the retention period, even while its partition exists", async () => {
  const reply = await call("/contacts");
  await send(`/usage/${requestIdOf(reply)}`);
  const list = () => send("/usage?from=2020-01-01");
  await api.app.db.pool.query("update usage set created_at = now() - interval '29 days'");
  expect((await list()).body).toHaveLength(1);
  await api.app.db.pool.query("update usage set created_at = now() - interval '31 days'");
  expect((await list()).body).toEqual([]);
  expect((await send(`/usage/${requestIdOf(reply)}`)).status).toBe(404);
});

test("another organization sees none of it, a sibling account its own", async () => {
  const reply = await call("/contacts");
  const other = await anOrganization(api.app);
  expect((await send(`/usage/${requestIdOf(reply)}`, other.administrator)).status).toBe(404);
  expect((await send("/usage", other.administrator)).body).toEqual([]);
  expect((await send("/usage?accountIds[]=1", other.administrator)).status).toBe(403);
});

describe("GET /usage", () => {
  test("pages by token and by offset, newest first", async () => {
    const created: string[] = [];
    for (let n = 0; n < 5; n++) created.unshift(requestIdOf(await call("/contacts")));
    const ids = (reply: { body: { request_id: string }[] }) => reply.body.map(({ request_id }) => request_id);
    const first = await send("/usage?pageSize=2");
    expect(new Set(ids(first)).size).toBe(2);
    expect(first.headers.get("elements-total-count")).toBe("5");
    const second = await send(`/usage?pageSize=2&nextPage=${first.headers.get("elements-next-page-token")}`);
    const third = await send(`/usage?nextPage=${second.headers.get("elements-next-page-token")}`);
    const all = [...ids(first), ...ids(second), ...ids(third)];
    expect(all.toSorted()).toEqual(created.toSorted());
    expect(ids(await send("/usage?pageSize=2&pageOffset=1"))).toEqual(all.slice(2, 4));
    expect(ids(await send("/usage?pageSize=2&pageOffset=9"))).toEqual([]);
    expect((await send("/usage?pageOffset=-1")).status).toBe(400);
  });

  test.each([
    ["hub=crm", 2],
    ["hub=documents", 0],
    ["keys[]=sales&keys[]=other", 2],
    ["keys[]=other", 0],
    ["tags[]=qa&tags[]=x", 2],
    ["tags[]=x", 0],
    ["status=success", 1],
    ["status=FAILED", 1],
    ["status=404", 1],
    ["searchText=CONTACTS", 1],
    ["searchText=%25", 0],
    ["from=2020-01-01", 2],
    ["to=2020-01-01", 0],
  ])("%s: %i", async (query, count) => {
    await call("/contacts");
    await call("/nowhere/at/all/of/it");
    const reply = await send(`/usage?${query}`);
    expect([reply.status, reply.body.length]).toEqual([200, count]);
  });

  test.each(["", "/analytics/times", "/analytics/statuses", "/analytics/activity", "/analytics/activity/elements"])(
    "/usage%s of the future is 404",
    async (path) => {
      const [from, to] = [1, 2].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10));
      expect((await send(`/usage${path}?from=${from}&to=${to}`)).status).toBe(404);
    },
  );

  test.each(["status=maybe", "from=yesterday", "from=2026-02-01&to=2026-01-01"])("%s is 400", async (query) => {
    expect((await send(`/usage?${query}`)).status).toBe(400);
  });
});

describe("analytics", () => {
  beforeEach(async () => {
    await call("/contacts");
    status = 500;
    await call("/contacts");
  });
  const last = async (path: string) => (await send(`/usage/analytics/${path}`)).body.at(-1);

  test("times, statuses, activity and elements by day", async () => {
    const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00\.000Z$/);
    const number = expect.any(Number);
    expect(await last("times")).toEqual({ timestamp, count: 2, avg: number, min: number, max: number });
    expect(await last("statuses")).toEqual({ timestamp, count: 2, success: 1, failed: 1 });
    expect(await last("activity")).toEqual({ timestamp, count: 2 });
    expect(await last("activity/elements")).toEqual({ timestamp, count: 2, sales: 2 });
    const { body } = await send("/usage/analytics/times");
    expect(body).toHaveLength(8);
    expect(body[0]).toEqual({ timestamp, count: 0 });
  });

  test("one hour by minute is 61 entries; a quarter is an interval", async () => {
    const [from, to] = [new Date(Date.now() - 3_600_000).toISOString(), new Date().toISOString()];
    expect((await send(`/usage/analytics/activity?interval=minute&from=${from}&to=${to}`)).body).toHaveLength(61);
    const quarters = await send("/usage/analytics/activity?interval=quarter&from=2026-01-01&to=2026-10-01");
    expect(quarters.body.map(({ timestamp }: { timestamp: string }) => timestamp.slice(0, 7))).toEqual([
      "2026-01",
      "2026-04",
      "2026-07",
      "2026-10",
    ]);
  });

  test.each(["interval=second&from=2026-01-01", "interval=often", "from=2026-02-01&to=2026-01-01"])(
    "%s is 400",
    async (query) => {
      expect((await send(`/usage/analytics/times?${query}`)).status).toBe(400);
    },
  );
});
