import { afterAll, beforeAll, expect, test } from "vitest";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";

let api: TestApi;
let acme: TestOrganization;
let ann: TestOrganization["viewer"];
const TOPIC = "threat-level-midnight";

beforeAll(async () => {
  api = await anApi();
  acme = await anOrganization(api.app);
  ann = await acme.aColleague();
  const notification = { organizationId: acme.id, topic: TOPIC, subject: "Half", message: "50 errors" };
  await api.app.db.prisma.notification.createMany({
    data: [
      notification,
      { ...notification, accountId: acme.accountId },
      { ...notification, accountId: ann.accountId },
      { ...notification, topic: "other" },
    ],
  });
});
afterAll(() => api.close());

const list = (query: string, as = acme.designer) => api.fetch(`/notifications${query}`, { as });

test("the count of a topic is in the header", async () => {
  const reply = await list(`?topics[]=${TOPIC}&pageSize=1`);
  expect([reply.status, reply.body.length, reply.headers.get("elements-total-count")]).toEqual([200, 1, "3"]);
  expect(reply.body[0]).toMatchObject({
    id: expect.any(Number),
    topic: TOPIC,
    subject: "Half",
    message: "50 errors",
    severity: "low",
    active: true,
    acknowledged: false,
  });
  const rest = await list(`?topics[]=${TOPIC}&pageSize=5&nextPage=${reply.headers.get("elements-next-page-token")}`);
  expect(rest.body).toHaveLength(2);
});

test("several topics may be named; without any it is 400", async () => {
  expect((await list(`?topics[]=${TOPIC}&topics[]=other`)).headers.get("elements-total-count")).toBe("4");
  expect(await list("")).toMatchObject({ status: 400, body: { message: expect.stringContaining("topics[]") } });
});

test("users of an account see what is for all and for their account", async () => {
  expect((await list(`?topics[]=${TOPIC}`, ann)).body).toHaveLength(2);
});

const send = (method: string, path: string, body?: unknown, as = acme.designer) =>
  api.fetch(path, { as, method, body });

test("one is made, read, acknowledged and deleted; without topic and message it is 400", async () => {
  expect((await send("POST", "/notifications", {})).status).toBe(400);
  expect((await send("POST", "/notifications", { topic: "x", message: "y", severity: "huge" })).status).toBe(400);
  const created = await send("POST", "/notifications", {
    topic: "own",
    message: "hello",
    severity: "high",
    from: "me",
  });
  expect(created).toMatchObject({
    status: 200,
    body: { topic: "own", message: "hello", severity: "high", from: "me", active: true, acknowledged: false },
  });
  const path = `/notifications/${created.body.id}`;
  expect((await send("GET", path)).body).toEqual(created.body);
  expect((await send("PUT", `${path}/acknowledge`)).body).toMatchObject({ active: false, acknowledged: true });
  expect((await send("DELETE", path)).status).toBe(200);
  expect((await send("GET", path)).status).toBe(404);
  expect((await send("GET", "/notifications/-1")).status).toBe(404);
});

test("only the platform publishes events", async () => {
  const reply = await send("POST", "/notifications", { topic: "instance-1-crm-events", message: "{}" });
  expect(reply).toMatchObject({ status: 400, body: { message: expect.stringMatching(/^topic: /) } });
});

test.each<[object]>([
  [{}],
  [{ channel: "webhook", topics: ["x"] }],
  [{ channel: "webhook", topics: ["x"], config: {} }],
  [{ channel: "webhook", topics: [], config: { url: "https://x.test" } }],
  [{ channel: "pigeon", topics: ["x"], config: { url: "https://x.test" } }],
  [{ channel: "webhook", topics: ["x"], config: { url: "ftp://x.test" } }],
  [{ channel: "webhook", topics: ["x"], config: { url: "https://x.test", headers: { "a b": "c" } } }],
  [{ channel: "email", topics: ["x"], config: { email: "nobody" } }],
  ...["webhook", "email", "sms", "push"].flatMap((channel): [object][] => [
    [{ channel, topics: ["x"] }],
    [{ channel, topics: ["x"], config: {} }],
    [{ channel, topics: ["x"], config: { url: "x" } }],
    [{ channel, topics: ["x"], config: { url: "", phone: "", device: "", email: "" } }],
  ]),
  [{ channel: "sms", topics: ["x"], config: { phone: "nobody" } }],
])("a subscription %j is 400", async (body) => {
  expect((await send("POST", "/notifications/subscriptions", body)).status).toBe(400);
});

test.each([
  ["sms", { phone: "+1 (555) 010-0100" }],
  ["push", { device: "d1" }],
  ["email", { email: "a@x.test" }],
])("an address for channel %s is kept", async (channel, config) => {
  const { status, body } = await send("POST", "/notifications/subscriptions", { channel, topics: ["kept"], config });
  expect([status, body.config]).toEqual([200, config]);
  await send("DELETE", `/notifications/subscriptions/${body.id}`);
});

test("a subscription is made, read, listed and deleted", async () => {
  const config = { url: "https://x.test/a" };
  const created = await send("POST", "/notifications/subscriptions", {
    channel: "webhook",
    topics: ["a", "b"],
    config,
  });
  expect(created).toMatchObject({
    status: 200,
    body: { channel: "webhook", topics: ["a", "b"], config, active: true },
  });
  const path = `/notifications/subscriptions/${created.body.id}`;
  expect((await send("GET", path)).body).toEqual(created.body);
  expect((await send("GET", "/notifications/subscriptions?topics[]=b")).body).toEqual([created.body]);
  expect((await send("GET", "/notifications/subscriptions?topics[]=c")).body).toEqual([]);
  expect((await send("DELETE", path)).status).toBe(200);
  expect((await send("GET", path)).status).toBe(404);
  expect((await send("GET", "/notifications/subscriptions/-1")).status).toBe(404);
});

test("notifies an account of its own objects, and the default account of all", async () => {
  const topic = "whose";
  const subscribe = async (as: typeof ann) =>
    (
      await send(
        "POST",
        "/notifications/subscriptions",
        { channel: "push", topics: [topic], config: { device: "d1" } },
        as,
      )
    ).body.id;
  const [default_, anns] = [await subscribe(acme.designer), await subscribe(ann)];
  const other = await acme.aColleague();
  const others = await subscribe(other);
  const inboxOf = async (as: typeof ann) => {
    const { body } = await send("POST", "/notifications", { topic, message: "x" }, as);
    const deliveries = await send("GET", `/notifications/${body.id}/subscriptions/deliveries`);
    return deliveries.body.map(({ subscriptionId }: { subscriptionId: number }) => subscriptionId);
  };
  expect(await inboxOf(acme.designer)).toEqual([default_]);
  expect(await inboxOf(ann)).toEqual([default_, anns]);
  expect(await inboxOf(other)).toEqual([default_, others]);
});

test("deliveries are picked by channel, status, address and topic; another column is 400", async () => {
  const where = (text: string) =>
    send("GET", `/notifications/subscriptions/deliveries?where=${encodeURIComponent(text)}`);
  expect((await where("channel='push' and status='created' and topic='whose'")).body.length).toBeGreaterThan(0);
  expect((await where("channel='webhook' and topic='whose'")).body).toEqual([]);
  expect((await where("color='red'")).status).toBe(400);
});

test("e-mails are queued one to each, and refused where nobody can be reached", async () => {
  for (const body of [{}, { to: [] }, { to: ["nobody"] }, { to: "x" }])
    expect((await send("POST", "/notifications/emails", body)).status).toBe(400);
  const sent = await send("POST", "/notifications/emails", {
    to: ["a@x.test", "b@x.test"],
    subject: "s",
    message: "m",
  });
  expect([sent.status, sent.text]).toEqual([200, ""]);
  const listed = await send("GET", "/notifications?topics[]=email");
  expect(listed.body).toMatchObject([{ subject: "s", message: "m" }, { subject: "s" }]);
});
