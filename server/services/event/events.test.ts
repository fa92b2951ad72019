import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anElement } from "#server/testing/elements.ts";
import { anOrganization } from "#server/testing/organizations.ts";
import { aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { signedName } from "../instance/event-address.ts";

let api: RunningApi;
beforeAll(async () => {
  // Few runs per object, so that a loop reaches the limit soon, on a busy machine, too.
  api = await aRunningApi({ env: { EVENT_RUNS_PER_OBJECT: "20" } });
});
afterAll(() => api.close());

type RequestOptions = Parameters<RunningApi["fetch"]>[1];
const callApi: RunningApi["fetch"] = (path, request = {}) => api.fetch(path, { as: api.as, ...request });
const post = async (path: string, body: unknown) => {
  const reply = await callApi(path, { method: "POST", body });
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body;
};

/** A new element and an instance of it that accepts events. */
async function aConnection(element: Record<string, unknown> = {}, configuration: Record<string, string> = {}) {
  const { key } = await post("/elements", anElement(element));
  const given = { "event.notification.enabled": "true", ...configuration };
  const { id, token } = await post(`/elements/${key}/instances`, { name: `of ${key}`, configuration: given });
  return { key: key as string, id: id as number, token: token as string };
}
const withHook = (body: string) => ({ hooks: [{ type: "event", body, isLegacy: false }] });
const HOOK = withHook(`done({ events: events.changes.map(({ kind, type, id, delivery }) =>
  ({ event_type: kind, event_object_type: type, event_object_id: id, event_id: delivery, event_date: "2026-01-02T03:04:05+01:00" })) });`);
const change = (id: string, more: object = {}) => ({ kind: "UPDATED", type: "contacts", id, ...more });

/** Without credentials, like a provider. */
const webhook = (path: string, body?: unknown, request: RequestOptions = {}) =>
  api.fetch(`/events/${path}`, { method: "POST", ...(body !== undefined && { body }), ...request });

const listener = (elementInstanceId: number, more: object = {}) =>
  api.aRunnable(
    {
      name: "Listens",
      configuration: [{ key: "crm", type: "elementInstance", required: true }],
      triggers: [{ type: "event", properties: { elementInstanceId: "${config.crm}" }, onSuccess: ["tell"] }],
      steps: [{ name: "tell", type: "script", properties: { body: "done({ trigger });" } }],
      ...more,
    },
    { configuration: { crm: String(elementInstanceId) } },
  );
const executionsOf = async (formulaInstanceId: number) =>
  (await callApi(`/formulas/instances/${formulaInstanceId}/executions`)).body as { id: number; status: string }[];
const ended = (formulaInstanceId: number, count: number) =>
  expect
    .poll(async () => (await executionsOf(formulaInstanceId)).map(({ status }) => status))
    .toEqual(Array.from({ length: count }, () => "success"));
const readEvent = async (instanceId: number, eventId: string) =>
  (await callApi(`/instances/${instanceId}/events/${eventId}`)).body;

describe("inbound webhooks", () => {
  test.each([
    ["the header Element-Instances", (id: number) => ({ path: "", headers: { "element-instances": `${id}` } })],
    ["its id in base64", (id: number) => ({ path: `/${Buffer.from(`${id}`).toString("base64url")}`, headers: {} })],
    ["its id in padded base64", (id: number) => ({ path: `/${encodeURIComponent(btoa(`${id}`))}`, headers: {} })],
    ["its id as it is", (id: number) => ({ path: `/${id}`, headers: {} })],
  ])("are addressed by %s", async (_, address) => {
    const { key, id } = await aConnection(HOOK);
    const { path, headers } = address(id);
    const reply = await webhook(`${key}${path}`, { changes: [change("1")] }, { headers });
    expect([reply.status, reply.body]).toEqual([200, { eventId: expect.any(String) }]);
    expect(await readEvent(id, reply.body.eventId)).toMatchObject({
      id: reply.body.eventId,
      status: "CONSUMED",
      providerData: JSON.stringify({ changes: [change("1")] }),
      notifiedData: [
        { elementKey: key, eventType: "UPDATED", objectId: "1", objectType: "contacts", date: "2026-01-02T02:04:05Z" },
      ],
      eventElementInstances: [{ eventId: reply.body.eventId, elementInstanceId: id }],
    });
  });

  test("objects with ids of thousands of characters start their formulas", async () => {
    const { key, id } = await aConnection(HOOK);
    const { formulaInstanceId } = await listener(id);
    const long = randomBytes(4000).toString("hex");
    const { status } = await webhook(`${key}/${id}`, { changes: [change(long)] });
    expect(status).toBe(200);
    await ended(formulaInstanceId, 1);
  });

  test("a signed address takes events; a wrong signature is refused like an instance that is not there", async () => {
    const { key, id, token } = await aConnection(HOOK);
    const [name, signature = ""] = signedName({ id, token }).split(".");
    expect(signature).toMatch(/^[\w-]{32}$/);
    const body = { changes: [change("1")] };
    expect((await webhook(`${key}/${name}.${signature}`, body)).status).toBe(200);
    expect((await webhook(`${key}/${id}.${signature}`, body)).status).toBe(200);
    const other = await aConnection(HOOK);
    const refusals = [
      ...["", ".", `.${signature.slice(1)}A`, `.${signature}A`, `.${signature}.`, `.${"A".repeat(32)}`].slice(1),
      `.${signedName(other).split(".")[1]}`,
    ];
    const nobody = await webhook(`${key}/${999_999}.${signature}`, body);
    for (const wrong of refusals) {
      const { status, text } = await webhook(`${key}/${name}${wrong}`, body);
      const plain = (reply: string) => reply.replace(/"requestId":"[^"]+"/, "");
      expect([wrong, status, plain(text)]).toEqual([wrong, 404, plain(nobody.text)]);
    }
    expect((await callApi(`/instances/${id}/events`)).body).toHaveLength(2);
  });

  test("an instance that wants signed addresses only is not found by its number", async () => {
    const { key, id, token } = await aConnection(HOOK, { "event.address.signed.only": "true" });
    const body = { changes: [change("1")] };
    const headers = { "element-instances": String(id) };
    expect((await webhook(`${key}/${id}`, body)).status).toBe(404);
    expect((await webhook(`${key}/${Buffer.from(String(id)).toString("base64url")}`, body)).status).toBe(404);
    expect((await webhook(key, body, { headers })).status).toBe(404);
    expect((await webhook(`${key}/${signedName({ id, token })}`, body)).status).toBe(200);
    await callApi(`/instances/${id}`, {
      method: "PATCH",
      body: { configuration: { "event.address.signed.only": "false" } },
    });
    expect((await webhook(`${key}/${id}`, body)).status).toBe(200);
  });

  test("the address that a provider is given is signed", async () => {
    const provider = await aProvider((_, response) => void response.end("{}"));
    const address = {
      name: "event.notification.webhook.url",
      vendorName: "url",
      type: "configuration",
      vendorType: "bodyField",
    };
    const element = {
      ...HOOK,
      configuration: [{ key: "base.url", name: "Base URL", description: "", defaultValue: provider.url }],
      resources: [
        { method: "POST", path: "/hooks", vendorPath: "/hooks", type: "onProvisionWebhook", parameters: [address] },
      ],
    };
    const { key, id, token } = await aConnection(element);
    const { url } = JSON.parse(provider.requests[0]?.body ?? "{}");
    expect(url).toBe(`${api.app.env.PUBLIC_URL}/elements/api-v2/events/${key}/${signedName({ id, token })}`);
    expect(url).not.toContain(token);
    await provider.close();
  });

  test("several instances in the header get an event each", async () => {
    const { key, id } = await aConnection(HOOK);
    const configuration = { "event.notification.enabled": "true" };
    const { id: second } = await post(`/elements/${key}/instances`, { name: "second", configuration });
    const headers = { "element-instances": `${id}, ${second}` };
    const { body } = await webhook(key, { changes: [change("1")] }, { headers });
    expect(body).toEqual({ eventId: body.eventIds[0], eventIds: [expect.any(String), expect.any(String)] });
    for (const instance of [id, second]) expect((await callApi(`/instances/${instance}/events`)).body).toHaveLength(1);
  });

  test("an instance that the header names may be of another element than the path", async () => {
    const [path, other] = [await aConnection(HOOK), await aConnection(HOOK)];
    const headers = { "element-instances": `${other.id}` };
    for (const key of [path.key, `${path.key}Polling`, "nosuchelement"]) {
      const reply = await webhook(key, { changes: [change("1")] }, { headers });
      expect([reply.status, reply.body]).toEqual([200, { eventId: expect.any(String) }]);
      const event = await readEvent(other.id, reply.body.eventId);
      expect(event).toMatchObject({ source: "webhook", notifiedData: [{ elementKey: other.key, objectId: "1" }] });
    }
    expect((await callApi(`/instances/${path.id}/events`)).body).toEqual([]);
  });

  test("the instance finder finds by a value of the payload", async () => {
    const finder = {
      key: "event.notification.instance.finder",
      name: "f",
      description: "f",
      defaultValue: "team.id=team",
    };
    const element = { ...HOOK, configuration: [finder, { key: "team", name: "t", description: "t" }] };
    const { key, id } = await aConnection(element, { team: "T1" });
    const found = await webhook(key, { team: { id: "T1" }, changes: [change("1")] });
    expect(found.status).toBe(200);
    expect((await callApi(`/instances/${id}/events`)).body).toHaveLength(1);
    expect((await webhook(key, { team: { id: "T2" }, changes: [change("1")] })).status).toBe(404);
    expect((await webhook(key, { changes: [change("1")] })).status).toBe(404);
  });

  test("without an address and a finder it is 400; for nobody, alike, 404 (G01, G10)", async () => {
    const { key, id } = await aConnection(HOOK);
    expect((await webhook(key, {})).status).toBe(400);
    const off = await post(`/elements/${key}/instances`, { name: "off", configuration: {} });
    const refusals = [
      await webhook(`${key}/999999`, {}),
      await webhook(`${key}/nonsense`, {}),
      await webhook(`another/${id}`, {}),
      await webhook(`${key}/${off.id}`, {}),
    ];
    await callApi(`/instances/${id}/enabled`, { method: "DELETE" });
    refusals.push(await webhook(`${key}/${id}`, {}));
    await callApi(`/instances/${id}`, { method: "DELETE" });
    refusals.push(await webhook(`${key}/${id}`, {}));
    for (const { status, body } of refusals) {
      expect(status).toBe(404);
      expect(body).toEqual({
        message: expect.stringContaining("accepts events at this address"),
        requestId: expect.any(String),
      });
    }
  });

  test("no hook receives the cookies of a person who follows a link to the address (G13)", async () => {
    const { key, id } = await aConnection(
      withHook(`done({ response_body: Object.keys(request_headers), response_status_code: 200 });`),
    );
    const headers = { cookie: "session=s3cret", "x-own": "1" };
    const { body } = await api.fetch(`/events/${key}/${id}?challenge=1`, { headers });
    expect(body).toContain("x-own");
    expect(body).not.toContain("cookie");
  });

  test("forms and queries are read as objects", async () => {
    const hook = withHook(
      "done({ events: [{ event_type: 'created', event_object_type: events.type, event_object_id: events.id }] });",
    );
    const { key, id } = await aConnection(hook);
    const form = await webhook(`${key}/${id}`, "type=notes&id=4", {
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    const query = await api.fetch(`/events/${key}/${id}?type=notes&id=5`);
    for (const [{ body }, objectId] of [
      [form, "4"],
      [query, "5"],
    ] as const)
      expect((await readEvent(id, body.eventId)).notifiedData).toMatchObject([
        { eventType: "CREATED", objectType: "notes", objectId },
      ]);
  });

  test("G02, G03: a hook sees the headers, the text as it came and the configuration; it may refuse", async () => {
    const hook = withHook(`
      if (events.eventHeaders['x-signature'] !== 'sha256=' + CE.hmacSha256Hex(configuration['hook.secret'], request_body))
        done({ response_error: 'The signature is wrong.', response_status_code: 401 });
      else done({ events: [{ event_type: 'CREATED', event_object_type: 'x', event_object_id: '1' }] });`);
    const element = { ...hook, configuration: [{ key: "hook.secret", name: "s", description: "s", type: "PASSWORD" }] };
    const { key, id } = await aConnection(element, { "hook.secret": "s3cret-key" });
    const { createHmac } = await import("node:crypto");
    const text = '{ "a" :  1 }';
    const signature = `sha256=${createHmac("sha256", "s3cret-key").update(text).digest("hex")}`;
    const signed = (body: string, given: Record<string, string>) => webhook(`${key}/${id}`, body, { headers: given });
    expect((await signed(text, { "x-signature": signature })).status).toBe(200);
    // One byte more, the signature of the same JSON written differently, no signature (G02, G03).
    for (const refused of [
      await signed(`${text} `, { "x-signature": signature }),
      await signed('{"a":1}', { "x-signature": signature }),
      await signed(text, {}),
    ])
      expect([refused.status, refused.body.message]).toEqual([401, "The signature is wrong."]);
    expect((await callApi(`/instances/${id}/events`)).body).toHaveLength(1);
  });

  test("G04: a hook refuses events outside its time window, by the header and its clock", async () => {
    const hook = withHook(`
      const age = Date.now() / 1000 - Number(events.eventHeaders['webhook-timestamp']);
      if (!(Math.abs(age) <= 300)) done({ response_error: 'The timestamp is not within five minutes.', response_status_code: 401 });
      else done({ events: [{ event_type: 'CREATED', event_object_type: 'x', event_object_id: '1' }] });`);
    const { key, id } = await aConnection(hook);
    const at = (seconds: number) =>
      webhook(
        `${key}/${id}`,
        {},
        { headers: { "webhook-timestamp": String(Math.floor(Date.now() / 1000) + seconds) } },
      );
    expect([(await at(-600)).status, (await at(600)).status, (await at(-60)).status]).toEqual([401, 401, 200]);
    expect((await callApi(`/instances/${id}/events`)).body).toHaveLength(1);
  });

  test("the hook responds to a challenge, which is no event (G07)", async () => {
    const { key, id } = await aConnection(
      withHook(
        "done({ response_body: events['hub.challenge'] || { challenge: events.challenge }, response_status_code: 202 });",
      ),
    );
    const text = await api.fetch(`/events/${key}/${id}?hub.challenge=<b>1158201444</b>`, {
      headers: { accept: "text/html" },
    });
    expect([text.status, text.text]).toEqual([202, "<b>1158201444</b>"]);
    expect(text.headers.get("content-type")).toMatch(/^text\/plain/);
    const json = await webhook(`${key}/${id}`, { challenge: "abc" });
    expect([json.status, json.body]).toEqual([202, { challenge: "abc" }]);
    expect((await callApi(`/instances/${id}/events`)).body).toEqual([]);
  });

  test("a hook that fails is 500, and there is no event", async () => {
    const { key, id } = await aConnection(withHook("throw new Error('broken');"));
    const reply = await webhook(`${key}/${id}`, {});
    expect([reply.status, reply.body.message]).toEqual([500, expect.stringContaining("broken")]);
    expect((await callApi(`/instances/${id}/events`)).body).toEqual([]);
  });

  test("without a hook each object is an event of an unknown kind, and the payload is kept", async () => {
    const { key, id } = await aConnection({ objects: [{ name: "people", primaryKeyName: "personId", fields: [] }] });
    const { body } = await webhook(`${key}/${id}`, { people: [{ personId: 7 }, { personId: "8" }], at: 1 });
    expect(await readEvent(id, body.eventId)).toMatchObject({
      providerData: '{"people":[{"personId":7},{"personId":"8"}],"at":1}',
      notifiedData: [
        { eventType: "UNKNOWN", objectType: "people", objectId: "7" },
        { eventType: "UNKNOWN", objectType: "people", objectId: "8" },
      ],
    });
  });

  test.each([
    [413, "application/json", () => JSON.stringify("x".repeat(8 * 2 ** 20))],
    [415, "application/xml", () => "<a/>"],
    [400, "application/json", () => "{"],
  ])("%i for unreadable events (G07)", async (status, type, body) => {
    const { key, id } = await aConnection();
    expect((await webhook(`${key}/${id}`, body(), { headers: { "content-type": type } })).status).toBe(status);
    expect((await callApi(`/instances/${id}/events`)).body).toEqual([]);
  });

  test("G11: events that come out of order are accepted, each with the provider's date", async () => {
    const dated = withHook(
      `done({ events: [{ event_type: 'UPDATED', event_object_type: 'x', event_object_id: '1', event_date: events.at }] });`,
    );
    const { key, id } = await aConnection(dated);
    const dates = ["2026-03-03T00:00:00Z", "2026-01-01T00:00:00Z", "2026-02-02T00:00:00Z"];
    for (const at of dates) expect((await webhook(`${key}/${id}`, { at })).status).toBe(200);
    const { body } = await callApi(`/instances/${id}/events`);
    const seen = body.map(({ notifiedData }: { notifiedData: { date: string }[] }) => notifiedData[0]?.date);
    expect(seen.toReversed()).toEqual(dates);
  });

  test("a body of just under 8 MB is kept whole", async () => {
    const { key, id } = await aConnection();
    const note = "x".repeat(8 * 2 ** 20 - 100);
    const { body } = await webhook(`${key}/${id}`, { id: 1, note });
    expect((await readEvent(id, body.eventId)).providerData).toHaveLength(note.length + '{"id":1,"note":""}'.length);
  });

  test("a body of a thousand changes is split into events of twenty, with one payload", async () => {
    const { key, id } = await aConnection(HOOK);
    const { body } = await webhook(`${key}/${id}`, { changes: Array.from({ length: 1000 }, (_, n) => change(`${n}`)) });
    expect(body.eventIds).toHaveLength(50);
    const last = await readEvent(id, body.eventIds[49]);
    expect(last.notifiedData.map(({ objectId }: { objectId: string }) => objectId)).toEqual(
      Array.from({ length: 20 }, (_, n) => `${980 + n}`),
    );
    expect(last.providerData).toContain('"999"');
  });

  test("asynchronous mode responds at once; a worker reads the event", async () => {
    const { key, id } = await aConnection(HOOK);
    const { formulaInstanceId } = await listener(id);
    const headers = { "elements-async-request": "true" };
    const { body } = await webhook(`${key}/${id}`, { changes: [change("1")] }, { headers });
    expect(body).toEqual({ eventId: expect.any(String), eventStatus: "dispatched" });
    expect(await readEvent(id, body.eventId)).toMatchObject({ status: "NEW", notifiedData: [] });
    await api.tick();
    expect(await readEvent(id, body.eventId)).toMatchObject({ notifiedData: [{ objectId: "1" }] });
    await ended(formulaInstanceId, 1);
  });

  test("stores events that cannot be read later, with the reason", async () => {
    const { key, id } = await aConnection(withHook("throw new Error('broken');"));
    const { body } = await webhook(`${key}/${id}`, { a: 1 }, { headers: { "elements-async-request": "true" } });
    await api.tick();
    const event = await readEvent(id, body.eventId);
    expect(event).toMatchObject({
      status: "CONSUMED",
      error: expect.stringContaining("broken"),
      providerData: '{"a":1}',
    });
  });
});

describe("repeats", () => {
  test("G06: by the hook's event_id, else by the header webhook-id; without an id nothing is dropped", async () => {
    const { key, id } = await aConnection(HOOK);
    const send = (delivery?: string, headers = {}) =>
      webhook(`${key}/${id}`, { changes: [change("1", { delivery }), change("2", { delivery })] }, { headers });
    const first = await send("d1");
    expect((await send("d1")).body).toEqual({ eventId: first.body.eventId, repeated: true });
    const byHeader = await send(undefined, { "webhook-id": "d1" });
    expect(byHeader.body).toEqual({ eventId: expect.any(String) });
    expect((await send(undefined, { "webhook-id": "d1" })).body).toEqual({ ...byHeader.body, repeated: true });
    expect((await send()).body.repeated).toBeUndefined();
    expect((await send()).body.repeated).toBeUndefined();
    const { body } = await callApi(`/instances/${id}/events`);
    expect(body.map(({ notifiedData }: { notifiedData: unknown[] }) => notifiedData.length)).toEqual([2, 2, 2, 2]);
  });

  test("are tracked per instance, and forgotten after seven days (G05)", async () => {
    const { key, id } = await aConnection(HOOK);
    const other = await aConnection(HOOK);
    const send = (to: { key: string; id: number }) =>
      webhook(`${to.key}/${to.id}`, { changes: [change("1", { delivery: "d" })] });
    expect((await send({ key, id })).body.repeated).toBeUndefined();
    expect((await send(other)).body.repeated).toBeUndefined();
    const age = (interval: string) =>
      api.app.db.pool.query(
        `update event_arrival set created_at = now() - interval '${interval}' where element_instance_id = ${id}`,
      );
    await age("6 days 23 hours");
    expect((await send({ key, id })).body.repeated).toBe(true);
    await age("8 days");
    expect((await send({ key, id })).body.repeated).toBeUndefined();
    expect((await send({ key, id })).body.repeated).toBe(true);
  });
});

describe("formulas", () => {
  test("each object starts one execution, with the trigger's context as spec §2.3 has it", async () => {
    const { key, id } = await aConnection(HOOK);
    const { formulaInstanceId } = await listener(id);
    const { body } = await webhook(`${key}/${id}`, { changes: [change("1"), change("2"), change("3")] });
    await ended(formulaInstanceId, 3);
    const executions = (await executionsOf(formulaInstanceId)).toReversed();
    const seen = await Promise.all(
      executions.map(async (one) => (await api.stepsOf(one.id)).find(({ stepName }) => stepName === "trigger")?.values),
    );
    expect(seen).toEqual(
      ["1", "2", "3"].map((objectId) => ({
        type: "event",
        eventId: body.eventId,
        instanceId: `${id}`,
        event: JSON.stringify({
          elementKey: key,
          eventType: "UPDATED",
          objectId,
          objectType: "contacts",
          date: "2026-01-02T02:04:05Z",
        }),
      })),
    );
    expect(await readEvent(id, body.eventId)).toMatchObject({ status: "CONSUMED" });
    const byEvent = await callApi(`/formulas/instances/${formulaInstanceId}/executions?eventId=${body.eventId}`);
    expect(byEvent.body).toHaveLength(3);
  });

  test.each([
    ["at once", {}],
    ["later", { "elements-async-request": "true" }],
  ])("are found by the id of the request that brought the event, read %s", async (_, headers) => {
    const { key, id } = await aConnection(HOOK);
    const { formulaInstanceId } = await listener(id);
    const reply = await webhook(`${key}/${id}`, { changes: [change("1"), change("2")] }, { headers });
    await api.tick();
    await ended(formulaInstanceId, 2);
    const requestId = reply.headers.get("elements-request-id");
    expect(await api.app.db.prisma.execution.count({ where: { requestId } })).toBe(2);
  });

  test("B15: a formula that changes the object whose event starts it is held back, and people are notified once", async () => {
    const { key, id } = await aConnection(HOOK);
    const most = api.app.env.EVENT_RUNS_PER_OBJECT;
    let isQuiet = false;
    const base = await aProvider(async (_, response) => {
      // As at a provider, a change by the formula is an event again.
      if (!isQuiet) await webhook(`${key}/${id}`, { changes: [change("1")] });
      response.end("{}");
    });
    const change1 = { type: "httpRequest", properties: { method: "POST", url: base.url } };
    const { formulaInstanceId } = await listener(id, { steps: [{ name: "tell", ...change1 }] });
    await webhook(`${key}/${id}`, { changes: [change("1")] });
    await webhook(`${key}/${id}`, { changes: [change("2")] });
    const counts = () =>
      api.app.db.pool.query<{ ran: number; held: number }>(
        `select count(execution_id)::int as ran, count(reason)::int as held from event_start where formula_instance_id = $1`,
        [formulaInstanceId],
      );
    await expect.poll(async () => (await counts()).rows[0]?.held).toBeGreaterThan(0);
    isQuiet = true;
    const going = `select count(*)::int as n from execution where formula_instance_id = $1 and status in ('pending', 'queued')`;
    await expect.poll(async () => (await api.app.db.pool.query(going, [formulaInstanceId])).rows[0].n).toBe(0);
    await base.close();
    // One run above the limit was for the other object; refilled tokens of the bucket allow a few more.
    const ran = (await counts()).rows[0]?.ran ?? 0;
    expect([ran >= most, ran < most * 1.5]).toEqual([true, true]);
    const { body } = await callApi("/notifications?topics[]=formula-instance-held-back");
    expect(body).toHaveLength(1);
    expect(body[0].message).toContain('object "1"');
    const held = await api.app.db.pool.query<{ event_id: string }>(
      "select event_id from event_start where formula_instance_id = $1 and reason is not null limit 1",
      [formulaInstanceId],
    );
    const why = (await callApi(`/instances/${id}/events/${held.rows[0]?.event_id}/explanation`)).body;
    expect(JSON.stringify(why)).toContain("held back");
  });

  test("only active formula instances that name this element instance start", async () => {
    const { key, id } = await aConnection(HOOK);
    const other = await aConnection(HOOK);
    const [subscribed, elsewhere, inactive, ofInactive] = [
      await listener(id),
      await listener(other.id),
      await listener(id),
      await listener(id),
    ];
    await callApi(`/formulas/${inactive.formulaId}/instances/${inactive.formulaInstanceId}/active`, {
      method: "DELETE",
    });
    await callApi(`/formulas/${ofInactive.formulaId}`, { method: "PATCH", body: { active: false } });
    await webhook(`${key}/${id}`, { changes: [change("1")] });
    await ended(subscribed.formulaInstanceId, 1);
    for (const { formulaInstanceId } of [elsewhere, inactive, ofInactive])
      expect(await executionsOf(formulaInstanceId)).toEqual([]);
  });

  test("a single-threaded formula takes the objects in their order", async () => {
    const { key, id } = await aConnection(HOOK);
    const { formulaInstanceId } = await listener(id, { singleThreaded: true });
    const sent = Array.from({ length: 30 }, (_, n) => `${n}`);
    await webhook(`${key}/${id}`, { changes: sent.map((one) => change(one)) });
    await ended(formulaInstanceId, 30);
    const { rows } = await api.app.db.pool.query(
      `select e.object_id from execution e join step_execution s on s.execution_id = e.id and s.step_name = 'trigger'
       where e.formula_instance_id = $1 order by s.created_at, s.id`,
      [formulaInstanceId],
    );
    expect(rows.map(({ object_id }) => object_id)).toEqual(sent);
  });

  test("polled objects start one execution each", async () => {
    const { key, id } = await aConnection();
    const { formulaInstanceId } = await listener(id);
    const body = { instance_id: id, objectType: "contacts", contacts: [{ id: 1 }, { id: 2 }, { id: 3 }] };
    const reply = await webhook(`${key}Polling/${btoa(`${id}`)}`, body, { headers: { id: `${id}` } });
    expect(reply.status).toBe(200);
    await ended(formulaInstanceId, 3);
    const event = await readEvent(id, reply.body.eventId);
    expect(event).toMatchObject({
      source: "polling",
      notifiedData: [{ objectId: "1", objectType: "contacts" }, {}, {}],
    });
  });

  test("the poller's entry maps the id and the change of polled objects", async () => {
    const polls = {
      notes: {
        url: "/notes",
        idField: "number",
        datesConfiguration: {
          updatedDateField: "changed",
          updatedDateFormat: "yyyy-MM-dd HH:mm:ss",
          createdDateField: "createdAt",
          createdDateFormat: "yyyy-MM-dd HH:mm:ss",
        },
      },
    };
    const configuration = { "event.vendor.type": "polling", "event.poller.configuration": JSON.stringify(polls) };
    const { key, id } = await aConnection({}, configuration);
    const [created, changed] = ["2026-01-01 10:00:00", "2026-01-02 10:00:00"];
    const notes = [
      { number: 1, createdAt: created, changed: created },
      { number: 2, createdAt: created, changed },
      { number: 3 },
    ];
    const { body } = await webhook(`${key}Polling/${btoa(`${id}`)}`, { objectType: "notes", notes });
    expect((await readEvent(id, body.eventId)).notifiedData).toMatchObject([
      { objectId: "1", eventType: "CREATED", date: "2026-01-01T10:00:00Z", pollDate: expect.any(String) },
      { objectId: "2", eventType: "UPDATED", date: "2026-01-02T10:00:00Z" },
      { objectId: "3", eventType: "UNKNOWN" },
    ]);
  });

  test("a worker starts executions that a crashed process did not, once", async () => {
    const { key, id } = await aConnection(HOOK);
    const { formulaInstanceId } = await listener(id);
    const { body } = await webhook(`${key}/${id}`, { changes: [change("1"), change("2")] });
    await ended(formulaInstanceId, 2);
    // As if the process had died after the commit: the execution exists, and neither start is marked.
    await api.app.db.pool.query("delete from execution where event_id = $1 and object_id = '2'", [body.eventId]);
    await api.app.db.pool.query(
      "update event_start set execution_id = null, created_at = now() - interval '1 minute' where event_id = $1",
      [body.eventId],
    );
    await api.tick();
    await ended(formulaInstanceId, 2);
    await api.tick();
    expect(await executionsOf(formulaInstanceId)).toHaveLength(2);
    const requests = await api.app.db.prisma.execution.groupBy({ by: "requestId", where: { eventId: body.eventId } });
    expect(requests).toMatchObject([{ requestId: expect.any(String) }]);
  });
});

describe("records", () => {
  test("publishes notifications of the event with it, which is NOTIFIED then", async () => {
    const receiver = await aProvider((_, response) => response.end());
    const { key, id } = await aConnection(HOOK, { "event.notification.callback.url": `${receiver.url}/told` });
    const sent = { changes: Array.from({ length: 21 }, (_, n) => change(`${n}`)) };
    const { body } = await webhook(`${key}/${id}`, sent);
    for (const [part, eventId] of body.eventIds.entries()) {
      await expect.poll(async () => (await readEvent(id, eventId)).status).toBe("NOTIFIED");
      const notified = receiver.requests.map((request) => JSON.parse(request.body));
      const { id: notificationId, ...callback } = notified.find(({ message }) => message.eventId === eventId);
      expect(callback).toMatchObject({
        topic: `instance-${id}-${key}-events`,
        message: {
          elementKey: key,
          instanceId: id,
          instance_id: id,
          events: sent.changes.slice(part * 20, part * 20 + 20).map((one) => ({ objectId: one.id, elementKey: key })),
          raw: { objectType: "contacts", ...sent },
        },
      });
      expect(await readEvent(id, eventId)).toMatchObject({ eventElementInstances: [{ notificationId }] });
      const { body: explained } = await callApi(`/instances/${id}/events/${eventId}/explanation`);
      expect(explained.notification).toEqual({ notificationId, deliveries: { delivered: 1 } });
    }
    await receiver.close();
  });

  test("by the instance's token as well, in pages, newest first", async () => {
    const { key, id, token } = await aConnection(HOOK);
    for (const one of ["1", "2", "3"]) await webhook(`${key}/${id}`, { changes: [change(one)] });
    const [user] = api.as.authorization.split(",");
    const as = { authorization: `${user}, Element ${token}` };
    const page = await api.fetch("/instances/events?pageSize=2", { as });
    expect(page.body.map((event: { notifiedData: { objectId: string }[] }) => event.notifiedData[0]?.objectId)).toEqual(
      ["3", "2"],
    );
    const next = page.headers.get("elements-next-page-token");
    const rest = await api.fetch(`/instances/events?pageSize=2&nextPage=${next}`, { as });
    expect(rest.body).toHaveLength(1);
    expect((await api.fetch(`/instances/events/${rest.body[0].id}`, { as })).body.id).toBe(rest.body[0].id);
    expect((await callApi(`/instances/${id}/events/12345678`)).status).toBe(404);
  });

  test("dispositions show the outcome of each", async () => {
    const { key, id } = await aConnection(HOOK);
    const { formulaInstanceId } = await listener(id);
    const { body } = await webhook(`${key}/${id}`, { changes: [change("1"), change("2")] });
    await ended(formulaInstanceId, 2);
    const { body: list } = await callApi("/instances/events/dispositions?pageSize=1");
    expect(list).toEqual([
      expect.objectContaining({
        eventId: body.eventId,
        status: "CONSUMED",
        objects: 2,
        executions: 2,
        elementInstanceId: id,
      }),
    ]);
    expect((await callApi("/instances/events/dispositions?from=2026-01-02&to=2026-01-01")).status).toBe(400);
    const stranger = (await anOrganization(api.app)).administrator;
    expect((await api.fetch("/instances/events/dispositions", { as: stranger })).body).toEqual([]);
  });

  test("analytics count by time, instance and account, within bounds", async () => {
    const { key, id } = await aConnection(HOOK);
    await webhook(`${key}/${id}`, { changes: [change("1")] });
    const hour = `from=${new Date(Date.now() - 3600_000).toJSON()}&to=${new Date().toJSON()}`;
    const minutes = await callApi(`/instances/events/analytics?${hour}&interval=minute`);
    expect(minutes.body).toHaveLength(61);
    expect(minutes.body.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBeGreaterThan(0);
    const byInstance = await callApi(`/instances/events/analytics/instances?${hour}`);
    expect(byInstance.body.flatMap(({ records }: { records: object[] }) => records)).toContainEqual({
      instanceId: id,
      count: 1,
      success: 1,
      failed: 0,
    });
    expect((await callApi(`/instances/events/analytics/accounts?${hour}`)).body.at(-1).records).toHaveLength(1);
    expect((await callApi("/instances/events/analytics")).body).toHaveLength(25);
    const refused = [
      ["from=2026-01-02&to=2026-01-01", 400],
      [`from=${new Date(Date.now() - 86_400_000).toJSON()}&interval=second`, 400],
      ["accountIds[]=0", 403],
    ] as const;
    for (const [query, status] of refused) {
      const reply = await callApi(`/instances/events/analytics?${query}`);
      expect([reply.status, reply.body]).toEqual([
        status,
        { requestId: expect.any(String), message: expect.any(String) },
      ]);
    }
  });
});

describe("why didn't it run?", () => {
  const filtering = {
    triggers: [{ type: "event", properties: { elementInstanceId: "${config.crm}" }, onSuccess: ["wanted"] }],
    steps: [{ name: "wanted", type: "filter", properties: { body: "done(trigger.event.objectId === '1');" } }],
  };

  test("shows matches, mismatches with reasons, and results of filters", async () => {
    const { key, id } = await aConnection(HOOK);
    const other = await aConnection(HOOK);
    const matched = await listener(id, filtering);
    const elsewhere = await listener(other.id);
    const inactive = await listener(id);
    await callApi(`/formulas/${inactive.formulaId}/instances/${inactive.formulaInstanceId}/active`, {
      method: "DELETE",
    });
    const { body } = await webhook(`${key}/${id}`, { changes: [change("1"), change("2")] });
    await ended(matched.formulaInstanceId, 2);
    const late = await listener(id);
    const { body: explanation } = await callApi(`/instances/${id}/events/${body.eventId}/explanation`);
    const of = ({ formulaInstanceId }: { formulaInstanceId: number }) =>
      explanation.formulaInstances.find(
        (one: { formulaInstanceId: number }) => one.formulaInstanceId === formulaInstanceId,
      );
    expect(explanation).toMatchObject({
      arrived: true,
      instance: { id, takesEvents: true },
      event: { id: body.eventId },
    });
    expect(explanation.summary).toContain("of which filters stopped 1");
    expect(of(matched)).toMatchObject({
      matched: true,
      executions: [
        { objectId: "1", status: "success", filters: [{ stepName: "wanted", continued: true }] },
        { objectId: "2", status: "success", filters: [{ stepName: "wanted", continued: false }] },
      ],
    });
    expect(of(elsewhere)).toMatchObject({
      matched: false,
      reason: expect.stringContaining(`instance ${other.id}, not`),
      reasonCode: "otherInstance",
    });
    expect(of(inactive)).toMatchObject({
      reason: "The formula instance is inactive.",
      reasonCode: "formulaInstanceInactive",
    });
    expect(of(late)).toMatchObject({ reason: expect.stringContaining("created later"), reasonCode: "createdLater" });
  });

  test("by object; where nothing arrived it says what could be the reason", async () => {
    const { key, id } = await aConnection(HOOK);
    await webhook(`${key}/${id}`, { changes: [change("77")] });
    const found = await callApi(`/instances/${id}/explanations?objectId=77`);
    expect(found.body).toMatchObject([{ arrived: true, event: { notifiedData: [{ objectId: "77" }] } }]);
    const { id: off } = await post(`/elements/${key}/instances`, { name: "off", configuration: {} });
    const { body } = await callApi(`/instances/${off}/explanations?objectId=77`);
    expect(body).toMatchObject([
      {
        arrived: false,
        instance: { takesEvents: false },
        summary: expect.stringContaining("event.notification.enabled"),
      },
    ]);
    expect((await callApi(`/instances/${off}/explanations`)).status).toBe(400);
  });
});
