import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { pollDue } from "#server/testing/due-work.ts";
import { aPolledInstance, aPolledProvider, CONTACTS, type PolledProvider } from "#server/testing/polled.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";

let api: RunningApi;
let provider: PolledProvider;
let elementId: number;

beforeAll(async () => {
  api = await aRunningApi({ env: { POLL_UNIT_MS: "1000" } });
  provider = await aPolledProvider();
  elementId = (await send("/elements", "POST", provider.element())).body.id;
});
afterAll(async () => {
  await api.close();
  await provider.close();
});
beforeEach(async () => {
  Object.assign(provider.state, { rows: [], status: 200, headers: {}, onResponse: () => {} });
  await api.app.db.pool.query("delete from poller");
});

const send = (path: string, method = "GET", body?: unknown) => api.fetch(path, { as: api.as, method, body });
const instance = async (options: { entries?: object; more?: object } = {}) => {
  const { body } = await aPolledInstance(api, { elementId, ...options });
  return body.id as number;
};
const pollers = async (id: number) => (await send(`/instances/${id}/pollers`)).body;
const pollNow = (id: number, resource = "contacts") => send(`/instances/${id}/pollers/${resource}/poll`, "POST");
const row = (id: string, { at = Date.now(), created = 0 }: { at?: number; created?: number } = {}) => ({
  id,
  updated: new Date(at).toISOString(),
  created: new Date(created).toISOString(),
});
const UNDATED = { url: "/hubs/crm/contacts", idField: "id" };
/** `UPDATED 1` for each object that became an event. */
async function reportedOf(id: number): Promise<string[]> {
  const { rows } = await api.app.db.pool.query<{ objects: string }>(
    "select objects from event where element_instance_id = $1 order by id",
    [id],
  );
  return rows.flatMap(({ objects }) =>
    JSON.parse(objects).map(
      ({ eventType, objectId }: { eventType: string; objectId: string }) => `${eventType} ${objectId}`,
    ),
  );
}

describe("polls", () => {
  test("changes since the instance was made become events, once each", async () => {
    provider.state.rows = [row("old", { at: Date.now() - 60_000 })];
    const id = await instance();
    provider.state.rows.push(row("new", { created: Date.now() }), row("changed"));
    await pollDue(api.app);
    expect(await reportedOf(id)).toEqual(expect.arrayContaining(["CREATED new", "UPDATED changed"]));
    await pollNow(id);
    expect((await reportedOf(id)).sort()).toEqual(["CREATED new", "UPDATED changed"]);
    provider.state.rows.push(row("changed", { at: Date.now() + 1 }));
    expect((await pollNow(id)).body).toMatchObject({
      resource: "contacts",
      created: 0,
      updated: 1,
      eventIds: [expect.any(String)],
    });
    expect(await reportedOf(id)).toHaveLength(3);
  });

  test("a change is an event although the row was dated in the future before", async () => {
    const id = await instance();
    provider.state.rows = [row("1", { at: Date.now() + 86_400_000 })];
    await pollNow(id);
    provider.state.rows = [row("1")];
    expect((await pollNow(id)).body).toMatchObject({ updated: 1, eventIds: [expect.any(String)] });
    expect((await pollNow(id)).body).toMatchObject({ updated: 0, eventIds: [] });
  });

  test("a row without a date is an event each time it changes, also back to what it was", async () => {
    const id = await instance({ entries: { contacts: UNDATED } });
    const found: number[] = [];
    for (const version of [0, 1, 0, 0, 1, 0]) {
      provider.state.rows = [{ id: "5", updated: "", created: "", version }];
      found.push((await pollNow(id)).body.eventIds.length);
    }
    expect(found).toEqual([0, 1, 1, 0, 1, 1]);
    expect(await reportedOf(id)).toEqual(Array(4).fill("UPDATED 5"));
  });

  test("a list that has an id twice starts nothing again and again, and the poller says so", async () => {
    const id = await instance({ entries: { contacts: UNDATED } });
    provider.state.rows = [1, 2].map((version) => ({ id: "5", updated: "", created: "", version }));
    for (const _ of [1, 2, 3]) expect((await pollNow(id)).body).toMatchObject({ updated: 0, eventIds: [] });
    expect((await pollers(id))[0].lastError).toContain('several rows have the id "5". Only the first one counts.');
  });

  test("a page without dates whose events were stored before a crash is not repeated", async () => {
    const id = await instance({ entries: { contacts: UNDATED } });
    const rows = (version: number) =>
      Array.from({ length: 25 }, (_, n) => ({ id: `n${n}`, updated: "", created: "", version }));
    provider.state.rows = rows(0);
    await pollNow(id);
    provider.state.rows = rows(1);
    const cursor = async () =>
      (await api.app.db.pool.query("select cursor from polled_resource where element_instance_id = $1", [id])).rows[0]
        .cursor;
    const before = await cursor();
    await pollNow(id);
    // As if the process had ended before it saved the cursor.
    await api.app.db.pool.query("update polled_resource set cursor = $2 where element_instance_id = $1", [id, before]);
    expect((await pollNow(id)).body).toMatchObject({ updated: 25, eventIds: [] });
    expect(await reportedOf(id)).toHaveLength(25);
    expect(JSON.parse(await cursor()).seen).not.toEqual(JSON.parse(before).seen);
  });

  test("the content of an event", async () => {
    const id = await instance();
    const at = Date.now();
    provider.state.rows = [row("1", { at, created: at })];
    await pollNow(id);
    const { rows } = await api.app.db.pool.query("select * from event where element_instance_id = $1", [id]);
    expect(JSON.parse(rows[0].objects)).toEqual([
      expect.objectContaining({
        ...{ eventType: "CREATED", objectId: "1", objectType: "contacts", date: new Date(at).toISOString() },
        pollDate: expect.any(String),
      }),
    ]);
    expect(JSON.parse(rows[0].raw)).toEqual({ instance_id: id, objectType: "contacts", contacts: provider.state.rows });
    expect(rows[0].source).toBe("polling");
  });

  test("each polled object starts an execution of its own (spec §2.3)", async () => {
    const id = await instance();
    const { formulaInstanceId } = await api.aRunnable(
      {
        name: "On change",
        engine: "v3",
        configuration: [{ key: "crm", type: "elementInstance", required: true }],
        triggers: [{ type: "event", properties: { elementInstanceId: "${config.crm}" }, onSuccess: ["seen"] }],
        steps: [{ name: "seen", type: "script", properties: { body: "done({ id: trigger.event.objectId });" } }],
      },
      { configuration: { crm: String(id) } },
    );
    provider.state.rows = ["a", "b", "c", "d", "e"].map((name) => row(name));
    await pollNow(id);
    await expect
      .poll(async () => (await send(`/formulas/instances/${formulaInstanceId}/executions`)).body.length)
      .toBe(5);
    // Identified by the request that found them, as in the usage records.
    const [run] = await api.app.db.prisma.execution.groupBy({ by: "requestId", where: { formulaInstanceId } });
    expect((await send(`/usage/${run?.requestId}`)).body).toMatchObject({ element_api: "contacts" });
  });

  test("requests page by page, at most twenty pages; the rest follows at once", async () => {
    const id = await instance({ entries: { contacts: { ...CONTACTS, pageSize: 2 } } });
    const at = Date.now();
    // Many rows with the same timestamp, across page boundaries.
    provider.state.rows = Array.from({ length: 95 }, (_, n) => row(`n${n}`, { at: at + Math.floor(n / 7) }));
    expect((await pollNow(id)).body).toMatchObject({ pages: 20, rows: 40, hasMore: true });
    expect((await pollers(id))[0].cursor.hasMore).toBe(true);
    await pollDue(api.app);
    expect(new Set(await reportedOf(id)).size).toBe(95);
    expect(await reportedOf(id)).toHaveLength(95);
    expect((await pollers(id))[0].cursor.hasMore).toBe(false);
  });

  test("an event has at most ten objects", async () => {
    const id = await instance();
    provider.state.rows = Array.from({ length: 25 }, (_, n) => row(String(n)));
    expect((await pollNow(id)).body.eventIds).toHaveLength(3);
  });

  test("every so many minutes, from when the one before was due", async () => {
    const id = await instance({ more: { "event.poller.refresh_interval": 2 } });
    const before = (await api.app.db.pool.query("select next_poll_at from poller where element_instance_id = $1", [id]))
      .rows[0];
    await pollDue(api.app);
    const after = (await api.app.db.pool.query("select next_poll_at from poller where element_instance_id = $1", [id]))
      .rows[0];
    expect(after.next_poll_at.getTime() - before.next_poll_at.getTime()).toBe(2000);
  });

  test("formulas that wait for such a call are not started by it", async () => {
    const id = await instance();
    const { formulaInstanceId } = await api.aRunnable(
      {
        name: "On call",
        engine: "v3",
        configuration: [{ key: "crm", type: "elementInstance", required: true }],
        triggers: [
          {
            type: "elementRequest",
            properties: { elementInstanceId: "${config.crm}", method: "GET", api: "/contacts" },
            onSuccess: ["seen"],
          },
        ],
        steps: [{ name: "seen", type: "script", properties: { body: "done({});" } }],
      },
      { configuration: { crm: String(id) } },
    );
    await pollNow(id);
    await pause(200);
    expect((await send(`/formulas/instances/${formulaInstanceId}/executions`)).body).toEqual([]);
  });
});

describe("trouble", () => {
  test("polls a failing provider less and less often, and notifies of it; then continues at the same position", async () => {
    const id = await instance();
    provider.state.status = 503;
    await pollDue(api.app);
    const [poller] = await pollers(id);
    expect(poller).toMatchObject({
      state: "failing",
      lastError: expect.stringContaining("The provider failed to answer."),
    });
    const rests = async () =>
      (
        await api.app.db.pool.query(
          "update polled_resource set retry_at = now() where element_instance_id = $1 returning failures",
          [id],
        )
      ).rows[0].failures;
    expect(await rests()).toBe(1);
    await api.app.db.pool.query("update poller set next_poll_at = now() where element_instance_id = $1", [id]);
    await pollDue(api.app);
    expect(await rests()).toBe(2);
    provider.state.status = 200;
    provider.state.rows = [row("meanwhile")];
    await api.app.db.pool.query("update poller set next_poll_at = now() where element_instance_id = $1", [id]);
    await pollDue(api.app);
    expect(await reportedOf(id)).toEqual(["UPDATED meanwhile"]);
    expect((await pollers(id))[0].state).toBe("on");
  });

  test.each([
    ["seconds", () => "300"],
    ["a date", () => new Date(Date.now() + 300_000).toUTCString()],
  ])("a 429 is kept to, in %s (E18)", async (_, header) => {
    const id = await instance();
    Object.assign(provider.state, { status: 429, headers: { "retry-after": header() } });
    await pollDue(api.app);
    const { rows } = await api.app.db.pool.query(
      "select extract(epoch from retry_at - now())::int as seconds from polled_resource where element_instance_id = $1",
      [id],
    );
    expect(rows[0].seconds).toBeGreaterThan(290);
  });

  test("one resource that fails does not hold up the others", async () => {
    const entries = { missing: { url: "/notes?x=${configuration.nothing}", idField: "id" }, contacts: CONTACTS };
    const id = await instance({ entries });
    provider.state.rows = [row("1")];
    await pollDue(api.app);
    expect(await reportedOf(id)).toEqual(["UPDATED 1"]);
    expect((await pollers(id)).map(({ state }: { state: string }) => state)).toEqual(["failing", "on"]);
  });

  test("notifies of unreadable rows", async () => {
    const id = await instance();
    provider.state.rows = [{ ...row("1"), updated: "zzz" }, row("2")];
    expect((await pollNow(id)).body).toMatchObject({
      updated: 1,
      error: "1 of 2 rows could not be read: The date updated is missing or cannot be read.",
    });
    expect((await pollers(id))[0].lastError).toContain("1 of 2 rows");
  });

  test.each([
    { rows: 11, unreadable: [2, 3, 5, 8, 9], counted: "5 of 11 rows" },
    { rows: 50, unreadable: [1, 49], counted: "2 of 50 rows" },
  ])("counts unreadable rows of all pages: $counted", async ({ rows, unreadable, counted }) => {
    const id = await instance({ entries: { contacts: { ...CONTACTS, pageSize: 2 } } });
    const at = Date.now();
    provider.state.rows = Array.from({ length: rows }, (_, n) =>
      row(unreadable.includes(n) ? "" : `n${n}`, { at: at + n }),
    );
    await pollDue(api.app);
    expect((await pollers(id))[0].lastError).toBe(`${counted} could not be read: idField: the row has no id.`);
    expect(await reportedOf(id)).toHaveLength(rows - unreadable.length);
  });

  test("F16: an instance that is deleted while it is polled gets no events", async () => {
    const id = await instance();
    provider.state.rows = [row("1")];
    let deleted: Promise<unknown> = Promise.resolve();
    provider.state.onResponse = () => {
      deleted = api.app.db.prisma.elementInstance.deleteMany({ where: { id } });
    };
    await pollDue(api.app);
    await deleted;
    expect((await send(`/instances/${id}/pollers`)).status).toBe(404);
    // Either may come first: the events, or the end of the instance.
    const { rows } = await api.app.db.pool.query("select * from polled_resource where element_instance_id = $1", [id]);
    expect(rows).toEqual([]);
  });
});

describe("an instance is polled exactly while", () => {
  const isPolled = async (id: number) => {
    provider.requests.length = 0;
    await api.app.db.pool.query("update poller set next_poll_at = now() where element_instance_id = $1", [id]);
    await pollDue(api.app);
    return provider.requests.length > 0;
  };

  test("it is enabled", async () => {
    const id = await instance();
    expect(await isPolled(id)).toBe(true);
    await send(`/instances/${id}/enabled`, "DELETE");
    expect([await isPolled(id), (await pollers(id))[0].state]).toEqual([false, "disabled"]);
    await send(`/instances/${id}/enabled`, "PUT");
    expect(await isPolled(id)).toBe(true);
  });

  test("its authorization counts", async () => {
    const id = await instance();
    await api.app.db.pool.query("update element_instance set valid = false, version = version + 1 where id = $1", [id]);
    expect([await isPolled(id), (await pollers(id))[0].state]).toEqual([false, "needsReauthentication"]);
    expect((await pollNow(id)).status).toBe(401);
    await api.app.db.pool.query("update element_instance set valid = true, version = version + 1 where id = $1", [id]);
    expect(await isPolled(id)).toBe(true);
  });

  test("switches events on, by polling; changes of the meantime are reported then", async () => {
    const id = await instance();
    const set = (key: string, value: string) => send(`/instances/${id}`, "PATCH", { configuration: { [key]: value } });
    expect(await isPolled(id)).toBe(true);
    await set("event.notification.enabled", "false");
    expect([await isPolled(id), (await pollNow(id)).status]).toEqual([false, 400]);
    provider.state.rows = [row("meanwhile")];
    await set("event.notification.enabled", "true");
    await isPolled(id);
    expect(await reportedOf(id)).toEqual(["UPDATED meanwhile"]);
    await set("event.vendor.type", "webhook");
    expect(await isPolled(id)).toBe(false);
  });
});

describe("refuses unpollable settings when they are set", () => {
  test.each([
    [{ "event.poller.configuration": { contacts: { url: "/contacts" } } }, "contacts.idField"],
    [
      { "event.poller.configuration": { contacts: { ...CONTACTS, url: "/x?y=${gmtDate:TTT}" } } },
      "contacts.url: the date pattern",
    ],
    [{ "event.poller.configuration": "no JSON" }, "must be JSON"],
    [{ "event.poller.refresh_interval": "often" }, "event.poller.refresh_interval: must be a number of minutes"],
  ])("%j", async (more, message) => {
    const response = await aPolledInstance(api, { elementId, more });
    expect([response.status, response.body.message]).toEqual([400, expect.stringContaining(message)]);
    const id = await instance();
    const changed = await send(`/instances/${id}`, "PATCH", { configuration: more });
    expect([changed.status, changed.body.message]).toEqual([400, expect.stringContaining(message)]);
  });
});

describe("by hand", () => {
  test("the list says what is polled and how it went", async () => {
    const id = await instance();
    const [before] = await pollers(id);
    expect(before).toEqual({
      resource: "contacts",
      url: CONTACTS.url,
      idField: "id",
      state: "on",
      nextPollDate: expect.any(String),
    });
    provider.state.rows = [row("1")];
    await pollNow(id);
    expect((await pollers(id))[0]).toMatchObject({
      lastPollDate: expect.any(String),
      lastResult: { pages: 1, rows: 1, created: 0, updated: 1 },
      cursor: { since: expect.any(String), newest: provider.state.rows[0]?.updated, hasMore: false },
    });
  });

  test("a dry run says of each row why, and records nothing", async () => {
    const id = await instance();
    provider.state.rows = [row("changed"), row("made", { created: Date.now() }), { ...row("odd"), updated: "~" }];
    const { body } = await send(`/instances/${id}/pollers/contacts/dry-run`, "POST");
    expect(body).toMatchObject({
      resource: "contacts",
      path: "/contacts",
      query: { since: body.since },
      hasMore: false,
    });
    expect(
      body.rows.map(({ id: name, eventType, reason }: Record<string, string>) => [name, eventType, reason]),
    ).toEqual([
      ["changed", "UPDATED", "It was changed."],
      ["made", "CREATED", "It was created."],
      ["odd", undefined, "The date updated is missing or cannot be read."],
    ]);
    expect(await reportedOf(id)).toEqual([]);
    expect((await pollers(id))[0].cursor).toBeUndefined();
  });

  test("a reset cursor starts at the instance's creation; reported changes are not reported again", async () => {
    const id = await instance();
    provider.state.rows = [row("1")];
    await pollNow(id);
    expect((await send(`/instances/${id}/pollers/contacts/cursor`, "DELETE")).status).toBe(200);
    expect((await pollers(id))[0].cursor).toBeUndefined();
    await pollNow(id);
    expect(await reportedOf(id)).toEqual(["UPDATED 1"]);
  });

  test("or at another time", async () => {
    const id = await instance();
    provider.state.rows = [row("older", { at: Date.now() - 60_000 })];
    await pollNow(id);
    expect(await reportedOf(id)).toEqual([]);
    const from = new Date(Date.now() - 120_000).toISOString();
    await send(`/instances/${id}/pollers/contacts/cursor?from=${from}`, "DELETE");
    await pollNow(id);
    expect(await reportedOf(id)).toEqual(["UPDATED older"]);
  });

  describe("a reset cursor of a resource without dates", () => {
    const version = (id: string, n: number) => ({ id, updated: "", created: "", version: n });
    const reset = (id: number, query = "") => send(`/instances/${id}/pollers/contacts/cursor${query}`, "DELETE");

    test("reports each row: those that were learnt, those of events, and before the first poll", async () => {
      const id = await instance({ entries: { contacts: UNDATED } });
      provider.state.rows = [version("1", 0)];
      expect((await reset(id)).status).toBe(200);
      expect((await pollNow(id)).body).toMatchObject({ rows: 1, created: 1, eventIds: [expect.any(String)] });
      expect((await pollNow(id)).body).toMatchObject({ rows: 1, created: 0, eventIds: [] });
      for (let n = 0; n < 2; n++) {
        await reset(id);
        expect((await send(`/instances/${id}/pollers/contacts/dry-run`, "POST")).body.rows).toMatchObject([
          { id: "1", eventType: "CREATED" },
        ]);
        expect((await pollNow(id)).body).toMatchObject({ created: 1, eventIds: [expect.any(String)] });
      }
      expect(await reportedOf(id)).toEqual(Array(3).fill("CREATED 1"));
    });

    test("has no time to start from, and stays as it was", async () => {
      const id = await instance({ entries: { contacts: UNDATED } });
      provider.state.rows = [version("1", 0)];
      await pollNow(id);
      const before = await pollers(id);
      const refused = await reset(id, "?from=2026-11-01");
      expect([refused.status, refused.body.message]).toEqual([400, expect.stringMatching(/^from: .*no dates/)]);
      expect(await pollers(id)).toEqual(before);
      expect((await pollNow(id)).body).toMatchObject({ eventIds: [] });
    });
  });

  test("a resource that is not polled is 404, one that is being polled 409", async () => {
    const id = await instance();
    expect((await pollNow(id, "orders")).status).toBe(404);
    await api.app.db.pool.query(
      "update poller set lease_owner = gen_random_uuid(), lease_until = now() + interval '1 minute' where element_instance_id = $1",
      [id],
    );
    expect((await pollNow(id)).status).toBe(409);
    expect((await send(`/instances/${id}/pollers/contacts/cursor`, "DELETE")).status).toBe(409);
  });
});
