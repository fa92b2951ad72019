import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { anEventApi, change, HOOK } from "#server/testing/event-api.ts";
import { aProvider } from "#server/testing/running.ts";

const events = anEventApi();
const { callApi, aConnection, webhook, listener, executionsOf, ended, readEvent } = events;

describe("formulas", () => {
  test("objects with ids of thousands of characters start their formulas", async () => {
    const { key, id } = await aConnection(HOOK);
    const { formulaInstanceId } = await listener(id);
    const long = randomBytes(4000).toString("hex");
    const { status } = await webhook(`${key}/${id}`, { changes: [change(long)] });
    expect(status).toBe(200);
    await ended(formulaInstanceId, 1);
  });

  test("each object starts one execution, with the trigger's context as spec §2.3 has it", async () => {
    const { key, id } = await aConnection(HOOK);
    const { formulaInstanceId } = await listener(id);
    const { body } = await webhook(`${key}/${id}`, { changes: [change("1"), change("2"), change("3")] });
    await ended(formulaInstanceId, 3);
    const executions = (await executionsOf(formulaInstanceId)).toReversed();
    const seen = await Promise.all(
      executions.map(
        async (one) => (await events.api.stepsOf(one.id)).find(({ stepName }) => stepName === "trigger")?.values,
      ),
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
    await events.api.tick();
    await ended(formulaInstanceId, 2);
    const requestId = reply.headers.get("elements-request-id");
    expect(await events.api.app.db.prisma.execution.count({ where: { requestId } })).toBe(2);
  });

  test("B15: a formula that changes the object whose event starts it is held back, and people are notified once", async () => {
    const { key, id } = await aConnection(HOOK);
    const most = events.api.app.env.EVENT_RUNS_PER_OBJECT;
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
      events.api.app.db.pool.query<{ ran: number; held: number }>(
        `select count(execution_id)::int as ran, count(reason)::int as held from event_start where formula_instance_id = $1`,
        [formulaInstanceId],
      );
    await expect.poll(async () => (await counts()).rows[0]?.held).toBeGreaterThan(0);
    isQuiet = true;
    const going = `select count(*)::int as n from execution where formula_instance_id = $1 and status in ('pending', 'queued')`;
    await expect.poll(async () => (await events.api.app.db.pool.query(going, [formulaInstanceId])).rows[0].n).toBe(0);
    await base.close();
    // One run above the limit was for the other object; refilled tokens of the bucket allow a few more.
    const ran = (await counts()).rows[0]?.ran ?? 0;
    expect([ran >= most, ran < most * 1.5]).toEqual([true, true]);
    const { body } = await callApi("/notifications?topics[]=formula-instance-held-back");
    expect(body).toHaveLength(1);
    expect(body[0].message).toContain('object "1"');
    const held = await events.api.app.db.pool.query<{ event_id: string }>(
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
    const { rows } = await events.api.app.db.pool.query(
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
    await events.api.app.db.pool.query(
      `with lost as (delete from execution where event_id = $1 and object_id = '2' returning id)
       delete from execution_cause where execution_id in (select id from lost)`,
      [body.eventId],
    );
    await events.api.app.db.pool.query(
      "update event_start set execution_id = null, created_at = now() - interval '1 minute' where event_id = $1",
      [body.eventId],
    );
    await events.api.tick();
    await ended(formulaInstanceId, 2);
    await events.api.tick();
    expect(await executionsOf(formulaInstanceId)).toHaveLength(2);
    const requests = await events.api.app.db.prisma.execution.groupBy({
      by: "requestId",
      where: { eventId: body.eventId },
    });
    expect(requests).toMatchObject([{ requestId: expect.any(String) }]);
  });
});
