import { describe, expect, test } from "vitest";
import { actingAs } from "#server/context.ts";
import { anEventApi, change, HOOK, withHook } from "#server/testing/event-api.ts";
import { anOrganization } from "#server/testing/organizations.ts";
import { aProvider } from "#server/testing/running.ts";
import { maskInstance } from "../element/mask-instance.ts";
import { signedName } from "../instance/event-address.ts";

const events = anEventApi();
const { callApi, post, aConnection, webhook, listener, ended, readEvent } = events;

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
    expect(url).toBe(`${events.api.app.env.PUBLIC_URL}/elements/api-v2/events/${key}/${signedName({ id, token })}`);
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
    const { body } = await events.api.fetch(`/events/${key}/${id}?challenge=1`, { headers });
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
    const query = await events.api.fetch(`/events/${key}/${id}?type=notes&id=5`);
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
    const text = await events.api.fetch(`/events/${key}/${id}?hub.challenge=<b>1158201444</b>`, {
      headers: { accept: "text/html" },
    });
    expect([text.status, text.text]).toEqual([202, "<b>1158201444</b>"]);
    expect(text.headers.get("content-type")).toMatch(/^text\/plain/);
    const json = await webhook(`${key}/${id}`, { challenge: "abc" });
    expect([json.status, json.body]).toEqual([202, { challenge: "abc" }]);
    expect((await callApi(`/instances/${id}/events`)).body).toEqual([]);
  });

  test("without a hook the value of a challenge is sent back, and it is no event (G07)", async () => {
    const { key, id } = await aConnection({});
    const text = await events.api.fetch(`/events/${key}/${id}?hub.mode=subscribe&hub.challenge=1158201444`);
    expect([text.status, text.text]).toEqual([200, "1158201444"]);
    const json = await webhook(`${key}/${id}`, { type: "url_verification", token: "t", challenge: "abc" });
    expect([json.status, json.body]).toEqual([200, { challenge: "abc" }]);
    expect((await callApi(`/instances/${id}/events`)).body).toEqual([]);
    await webhook(`${key}/${id}`, { id: 1, challenge: "of a game" });
    expect((await callApi(`/instances/${id}/events`)).body).toHaveLength(1);
  });

  test("a hook that fails is 500, and its message is in the event, without secrets", async () => {
    const { key, id } = await aConnection(
      {
        ...withHook(
          "if (events.n === 1) throw new Error('broken, ' + configuration['hook.secret']); done({ events: [] });",
        ),
        configuration: [{ key: "hook.secret", name: "s", description: "s", type: "PASSWORD" }],
      },
      { "hook.secret": "hidden-value" },
    );
    for (const _ of [1, 2]) {
      const reply = await webhook(`${key}/${id}`, { n: 1 }, { headers: { "webhook-id": "msg-1" } });
      expect([reply.status, reply.body]).toEqual([
        500,
        { message: "The event hook of the element failed.", requestId: expect.any(String) },
      ]);
    }
    // The second attempt of the provider is not another event.
    const { body } = await callApi(`/instances/${id}/events`);
    expect(body).toMatchObject([{ status: "CONSUMED", providerData: '{"n":1}' }]);
    const where = { id: BigInt(body[0].id) };
    const { error, unread, requestId } = await events.api.app.db.prisma.event.findFirstOrThrow({ where });
    expect([error, unread, requestId]).toEqual([
      expect.stringMatching(/^The event hook of the element failed: .*broken, (?!hidden)/),
      null,
      expect.any(String),
    ]);
    // Once the hook works, the next attempt of the provider is read.
    expect((await webhook(`${key}/${id}`, { n: 2 }, { headers: { "webhook-id": "msg-1" } })).status).toBe(200);
    expect((await callApi(`/instances/${id}/events`)).body).toHaveLength(2);
  });

  test("a hook that passes an event without an object is 500, and the event names the wrong fields", async () => {
    const wrong = withHook(`done({ events: [{ event_type: "UPDATED", object_type: "things", object_id: "5" }] });`);
    const { key, id } = await aConnection(wrong);
    expect((await webhook(`${key}/${id}`, { n: 1 })).status).toBe(500);
    const { body } = await callApi(`/instances/${id}/events`);
    expect(body).toMatchObject([{ providerData: '{"n":1}', notifiedData: [] }]);
    const where = { id: BigInt(body[0].id) };
    const { error } = await events.api.app.db.prisma.event.findFirstOrThrow({ where });
    expect(error).toContain("event_object_type and event_object_id are missing or empty in events[0]");
    expect(error).toContain("object_id (did you mean event_object_id?)");
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
    await events.api.tick();
    expect(await readEvent(id, body.eventId)).toMatchObject({ notifiedData: [{ objectId: "1" }] });
    await ended(formulaInstanceId, 1);
  });

  test("the text of a hook that fails has neither secrets nor the signature of the address", async () => {
    const configuration = {
      "event.notification.callback.headers": "Authorization: Bearer canary-of-headers",
      "event.notification.signature.key": "canary-of-the-key",
      "event.notification.webhook.url": `https://product.example/elements/api-v2/events/x/MQ.${"canary".repeat(5)}`,
    };
    const { key, id } = await aConnection(withHook("throw new Error(JSON.stringify(configuration));"), configuration);
    const { body } = await webhook(`${key}/${id}`, { a: 1 }, { headers: { "elements-async-request": "true" } });
    await events.api.tick();
    const { error } = await readEvent(id, body.eventId);
    expect(error).toContain("event.notification.webhook.url");
    expect(error).not.toContain("canary");
  });

  test("secrets in a body are shown to nobody, and kept for formulas and receivers", async () => {
    const { key, id } = await aConnection({}, { "event.notification.signature.key": "canary-of-the-key" });
    const { body } = await webhook(`${key}/${id}`, { people: [{ id: "1", key: "canary-of-the-key" }] });
    const path = `/instances/${id}/events`;
    for (const shown of [path, `${path}/${body.eventId}`, `${path}/${body.eventId}/explanation`]) {
      const reply = await callApi(shown);
      expect(JSON.stringify(reply.body)).not.toContain("canary");
    }
    expect((await readEvent(id, body.eventId)).providerData).toBe('{"people":[{"id":"1","key":"********"}]}');
    const { rows } = await events.api.app.db.pool.query("select raw from event where id = $1", [body.eventId]);
    expect(rows[0].raw).toContain("canary-of-the-key");
  });

  test("secrets of a connection are not masked for callers who do not see it, since a mask would confirm a guess", async () => {
    const { app } = events.api;
    const { id } = await aConnection({}, { "event.notification.signature.key": "canary-of-the-key" });
    const { rows } = await app.db.pool.query(
      'select organization_id as "organizationId", account_id as "accountId", user_id as "userId" from element_instance where id = $1',
      [id],
    );
    const other = await anOrganization(app);
    const stranger = { organizationId: other.id, accountId: other.accountId, userId: other.administrator.id };
    const shownTo = (person: typeof stranger) => {
      const caller = { ...person, role: "administrator" as const, seesAllAccounts: true };
      return maskInstance({ ...app, ...actingAs(app, caller) }, id, "canary-of-the-key");
    };
    expect(await shownTo(rows[0])).toBe("********");
    expect(await shownTo(stranger)).toBe("canary-of-the-key");
  });

  test("stores events that cannot be read later, with the reason", async () => {
    const { key, id } = await aConnection(withHook("throw new Error('broken');"));
    const { body } = await webhook(`${key}/${id}`, { a: 1 }, { headers: { "elements-async-request": "true" } });
    await events.api.tick();
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

  test.each([
    ["an empty list", {}, []],
    ["a body in which a hook finds nothing", HOOK, { changes: [] }],
  ])("of %s are recognized by the header webhook-id", async (_, element, nothing) => {
    const { key, id } = await aConnection(element);
    const send = (delivery?: string, body: unknown = nothing) =>
      webhook(`${key}/${id}`, body, { headers: delivery === undefined ? {} : { "webhook-id": delivery } });
    const first = await send("w1");
    expect(first.body).toEqual({ eventId: expect.any(String) });
    expect((await send("w1")).body).toEqual({ ...first.body, repeated: true });
    const both = await Promise.all([send("w2"), send("w2")]);
    expect(new Set(both.map(({ body }) => body.eventId)).size).toBe(1);
    expect([(await send()).body.repeated, (await send()).body.repeated]).toEqual([undefined, undefined]);
    expect((await callApi(`/instances/${id}/events`)).body).toHaveLength(4);
  });

  test("of a webhook that is read later are recognized when they arrive", async () => {
    const { key, id } = await aConnection();
    const headers = { "elements-async-request": "true", "webhook-id": "later" };
    const send = () => webhook(`${key}/${id}`, { id: "7" }, { headers });
    const [first, again] = [await send(), await send()];
    expect(first.body).toEqual({ eventId: expect.any(String), eventStatus: "dispatched" });
    expect(again.body).toEqual({ ...first.body, repeated: true });
    await events.api.tick();
    expect((await send()).body).toEqual(again.body);
    expect((await callApi(`/instances/${id}/events`)).body).toMatchObject([
      { id: first.body.eventId, notifiedData: [{ objectId: "7" }] },
    ]);
  });

  test("are tracked per instance, and forgotten after seven days (G05)", async () => {
    const { key, id } = await aConnection(HOOK);
    const other = await aConnection(HOOK);
    const send = (to: { key: string; id: number }) =>
      webhook(`${to.key}/${to.id}`, { changes: [change("1", { delivery: "d" })] });
    expect((await send({ key, id })).body.repeated).toBeUndefined();
    expect((await send(other)).body.repeated).toBeUndefined();
    const age = (interval: string) =>
      events.api.app.db.pool.query(
        `update event_arrival set created_at = now() - interval '${interval}' where element_instance_id = ${id}`,
      );
    await age("6 days 23 hours");
    expect((await send({ key, id })).body.repeated).toBe(true);
    await age("8 days");
    expect((await send({ key, id })).body.repeated).toBeUndefined();
    expect((await send({ key, id })).body.repeated).toBe(true);
  });
});
