import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createIntake } from "#server/event/intake.ts";
import { sweepRetention } from "#server/services/retention/sweep-retention.ts";
import { anElement } from "#server/testing/elements.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";

type Person = TestOrganization["designer"];

const MINUTE_MS = 60_000;
const HOOK = `return { events: events.people.map(({ key }) => ({
  event_type: "UPDATED", event_object_type: request_parameters.kind, event_object_id: key + request_headers["x-sent-by"] })) };`;

let api: RunningApi;
let acme: TestOrganization;
let author: Person;
beforeAll(async () => {
  api = await aRunningApi();
  acme = await anOrganization(api.app);
  author = acme.designer;
});
afterAll(() => api.close());
beforeEach(() => {
  api.app.at(undefined);
  // Each test has its own clients.
  Object.assign(api.app.state, { captureMisses: { take: () => null } });
});

const send = (method: string, path: string, body?: unknown, as: Person = author) =>
  api.fetch(path, { as, method, ...(body !== undefined && { body }) });
async function post(path: string, body: unknown, as: Person = author) {
  const reply = await send("POST", path, body, as);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}

const aDefinition = () => anElement({ hooks: [{ type: "event", body: HOOK }], authentication: { type: "custom" } });
async function aCapture(as: Person = author) {
  const element = aDefinition();
  const { id: draftId } = await post("/elements/drafts", { element }, as);
  return { draftId, element, ...(await open(draftId, as)) };
}
async function open(draftId: number, as: Person = author) {
  const { id, url } = await post(`/elements/drafts/${draftId}/webhook-captures`, {}, as);
  return { id: id as number, url: url as string, path: new URL(url).pathname.replace("/elements/api-v2", "") };
}
/** Without credentials, like a provider. */
const webhook = (path: string, body: unknown = { id: 7 }, request: Parameters<RunningApi["fetch"]>[1] = {}) =>
  api.fetch(path, { method: "POST", body, ...request });
const read = (id: number, as?: Person) => send("GET", `/elements/webhook-captures/${id}`, undefined, as);
const close = (id: number, as?: Person) => send("DELETE", `/elements/webhook-captures/${id}`, undefined, as);
const rows = () => api.app.db.prisma.webhookCapture.findMany({ where: { organizationId: acme.id } });
const later = (ms: number) => api.app.at(new Date(Date.now() + ms));

describe("the request that arrives", () => {
  test("is read by its author, becomes events as a pasted one does, and is deleted", async () => {
    const { id, path, draftId, element } = await aCapture();
    expect((await read(id)).body).toEqual({ id, expiresDate: expect.any(String), request: null });
    const people = { people: [{ key: "7" }] };
    const sent = await webhook(`${path}?kind=contacts&tag=a&tag=b`, people, {
      headers: { "X-Sent-By": "!", cookie: "session=s3cret" },
    });
    expect([sent.status, sent.body]).toEqual([200, {}]);

    const { request } = (await read(id)).body;
    expect(request).toMatchObject({
      method: "POST",
      query: { kind: "contacts", tag: ["a", "b"] },
      headers: { "x-sent-by": "!", "content-type": "application/json" },
      body: JSON.stringify(people),
      receivedDate: expect.any(String),
    });
    expect(request.headers).not.toHaveProperty("cookie");

    const { receivedDate: _, ...sample } = request;
    const tested = await post(`/elements/drafts/${draftId}/test-webhooks`, { element, ...sample });
    expect(tested.events).toMatchObject([{ eventType: "UPDATED", objectType: "contacts", objectId: "7!" }]);

    expect((await close(id)).status).toBe(200);
    expect((await read(id)).status).toBe(404);
    expect((await rows()).map((row) => row.id)).not.toContain(id);
  });

  test("may be a form or of a type that is refused later, and a GET has only its query", async () => {
    const form = await aCapture();
    const type = (name: string) => ({ headers: { "content-type": name } });
    await webhook(`${form.path}?kind=people`, "people=7&people=8", type("application/x-www-form-urlencoded"));
    expect((await read(form.id)).body.request.body).toBe("people=7&people=8");
    const { element } = form;
    const reading = {
      ...element,
      hooks: [{ type: "event", body: HOOK.replace("events.people.map(({ key })", "events.people.map((key)") }],
    };
    const { receivedDate: _, ...sample } = (await read(form.id)).body.request;
    const tested = await post(`/elements/drafts/${form.draftId}/test-webhooks`, { element: reading, ...sample });
    expect(tested.events).toHaveLength(2);

    const xml = await aCapture();
    expect((await webhook(xml.path, "<a/>", type("application/xml"))).status).toBe(200);
    const { receivedDate: __, ...unread } = (await read(xml.id)).body.request;
    const refused = await send("POST", `/elements/drafts/${xml.draftId}/test-webhooks`, { element, ...unread });
    expect([refused.status, refused.body.message]).toEqual([415, expect.stringMatching(/^Send events as/)]);

    const query = await aCapture();
    expect((await api.fetch(`${query.path}?id=1`, {})).status).toBe(200);
    expect((await read(query.id)).body.request).toMatchObject({ method: "GET", query: { id: "1" }, body: "" });
  });

  test("comes after the challenges by which the provider verifies the address, which are sent back", async () => {
    const { id, path } = await aCapture();
    const text = await api.fetch(`${path}?hub.mode=subscribe&hub.challenge=<b>7</b>`, {
      headers: { accept: "text/html" },
    });
    expect([text.status, text.text]).toEqual([200, "<b>7</b>"]);
    expect(text.headers.get("content-type")).toMatch(/^text\/plain/);
    expect(text.headers.get("x-content-type-options")).toBe("nosniff");
    const graph = await api.fetch(`${path}?validationToken=V%3A1`, { method: "POST" });
    expect([graph.status, graph.text]).toEqual([200, "V:1"]);
    const slack = await webhook(path, { type: "url_verification", token: "t", challenge: "3eZb" });
    expect([slack.status, slack.body]).toEqual([200, { challenge: "3eZb" }]);
    expect((await read(id)).body.request).toBeNull();

    expect((await webhook(path, { type: "event_callback", challenge: "x" })).status).toBe(200);
    expect((await read(id)).body.request.body).toContain("event_callback");
    expect((await api.fetch(`${path}?hub.challenge=7`)).status).toBe(404);
  });

  test("is stored sealed, and its address only as a hash", async () => {
    const { id, url, path } = await aCapture();
    await webhook(path, { secret: "wh_s3cret" });
    const row = (await rows()).find((one) => one.id === id);
    expect(row?.request).toMatch(/^v1\./);
    const token = url.split("/").at(-1) ?? "";
    expect(token).toMatch(/^whc_[\w-]{43}$/);
    const stored = JSON.stringify([
      row,
      await api.app.db.prisma.auditEntry.findMany({ where: { organizationId: acme.id } }),
    ]);
    expect(stored).not.toMatch(/s3cret/);
    expect(stored).not.toContain(token);
  });

  test("is at most as large as a webhook; the address still waits after one that is refused", async () => {
    const { id, path } = await aCapture();
    expect((await webhook(path, { large: "x".repeat(8 * 2 ** 20) })).status).toBe(413);
    expect((await webhook(path, "x", { headers: { "content-encoding": "gzip" } })).status).toBe(415);
    expect((await read(id)).body.request).toBeNull();
    expect((await webhook(path, { large: "x".repeat(8 * 2 ** 20 - 100) })).status).toBe(200);
    expect((await read(id)).body.request.body).toHaveLength(8 * 2 ** 20 - 100 + 12);
  });

  test("is one: of many at once the first is kept", async () => {
    const { id, path } = await aCapture();
    const replies = await Promise.all(Array.from({ length: 8 }, (_, at) => webhook(path, { at })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(404)]);
    const first = replies.findIndex(({ status }) => status === 200);
    expect(JSON.parse((await read(id)).body.request.body)).toEqual({ at: first });
  });
});

describe("an address", () => {
  test("that is unknown, used, closed, replaced or expired is the same 404 (G12)", async () => {
    const [used, closed, replaced, expired] = [await aCapture(), await aCapture(), await aCapture(), await aCapture()];
    await webhook(used.path);
    await close(closed.id);
    await open(replaced.draftId);
    const refusals = await Promise.all(
      [used.path, closed.path, replaced.path, "/webhook-captures/x", `${used.path}x`].map((path) => webhook(path)),
    );
    later(10 * MINUTE_MS);
    refusals.push(await webhook(expired.path));
    for (const { status, body } of refusals)
      expect([status, body]).toEqual([
        404,
        { message: "Nothing waits for a webhook at this address.", requestId: expect.any(String) },
      ]);
    expect((await read(expired.id)).status).toBe(404);
  });

  test("is not used up by programs that preview links, or by methods that providers do not use", async () => {
    const { id, path } = await aCapture();
    expect((await api.fetch(path, { method: "HEAD" })).status).toBe(405);
    expect((await api.fetch(path, { method: "PUT", body: {} })).status).toBe(405);
    expect((await read(id)).body.request).toBeNull();
    expect((await webhook(path)).status).toBe(200);
  });

  test("is one for each author and definition", async () => {
    const { key } = await post("/elements", aDefinition());
    const first = await post(`/elements/${key}/webhook-captures`, {});
    const { id: draftId } = await post("/elements/drafts", { element: aDefinition() });
    const other = await open(draftId);
    const second = await post(`/elements/${key}/webhook-captures`, {});
    expect((await read(first.id)).status).toBe(404);
    expect([(await read(second.id)).status, (await read(other.id)).status]).toEqual([200, 200]);
    const both = await Promise.all([0, 1].map(() => send("POST", `/elements/${key}/webhook-captures`, {})));
    for (const { status } of both) expect([200, 409]).toContain(status);
    expect((await rows()).filter(({ elementId }) => elementId !== null)).toHaveLength(1);
  });

  test("waits for ten minutes, and what arrives is kept for ten more; the sweep deletes it then", async () => {
    const { id, path } = await aCapture();
    later(9 * MINUTE_MS);
    await webhook(path);
    later(18 * MINUTE_MS);
    await sweepRetention(api.app);
    expect((await read(id)).body.request).not.toBeNull();
    later(20 * MINUTE_MS);
    expect((await read(id)).status).toBe(404);
    await sweepRetention(api.app);
    expect(await rows()).toEqual([]);
  });

  test("ends with its draft", async () => {
    const { id, path, draftId } = await aCapture();
    expect((await send("DELETE", `/elements/drafts/${draftId}`)).status).toBe(200);
    expect((await webhook(path)).status).toBe(404);
    expect((await read(id)).status).toBe(404);
  });

  test("that is guessed too often refuses the client, and no other (G12)", async () => {
    let now = 0;
    const intake = createIntake<string>({ perSecond: 1, burstSeconds: 60 });
    Object.assign(api.app.state, { captureMisses: { take: (client: string) => intake.take(client, now) } });
    const guess = () => webhook("/webhook-captures/whc_guess");
    for (let tries = 0; tries < 60; tries++) expect((await guess()).status).toBe(404);
    const refused = await guess();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
    expect(intake.take("another", now)).toBeNull();
    const { path } = await aCapture();
    expect((await webhook(path)).status).toBe(200);
    now += 1000;
    expect((await guess()).status).toBe(404);
  });
});

describe("other people", () => {
  test("cannot read, close or open it (G12)", async () => {
    const { id, path, draftId } = await aCapture();
    await webhook(path);
    for (const outsider of [acme.administrator, (await anOrganization(api.app)).administrator]) {
      expect((await read(id, outsider)).status).toBe(404);
      expect((await close(id, outsider)).status).toBe(404);
      expect((await send("POST", `/elements/drafts/${draftId}/webhook-captures`, {}, outsider)).status).toBe(404);
    }
    expect((await send("POST", `/elements/drafts/${draftId}/webhook-captures`, {}, acme.viewer)).status).toBe(403);
    expect((await read(id)).body.request).not.toBeNull();
  });

  test("an author who may no longer change elements does not read it", async () => {
    const colleague = await acme.aColleague({ role: "designer" });
    const { id, path } = await aCapture(colleague);
    await webhook(path);
    const { prisma } = api.app.db;
    const { roles } = await prisma.user.findFirstOrThrow({ where: { organizationId: acme.id, id: acme.viewer.id } });
    await prisma.user.updateMany({ where: { organizationId: acme.id, id: colleague.id }, data: { roles } });
    later(6000);
    expect((await read(id, colleague)).status).toBe(403);
    expect((await close(id, colleague)).status).toBe(403);
  });
});

test("opening and closing are in the audit log", async () => {
  const { id } = await aCapture();
  await close(id);
  const entries = await api.app.db.prisma.auditEntry.findMany({
    where: { organizationId: acme.id, entity: "webhookCapture", entityId: String(id) },
    orderBy: { id: "asc" },
  });
  expect(entries.map(({ action, userId }) => [action, userId])).toEqual([
    ["created", author.id],
    ["deleted", author.id],
  ]);
});
