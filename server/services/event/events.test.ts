import { describe, expect, test } from "vitest";
import { anEventApi, change, HOOK } from "#server/testing/event-api.ts";
import { anOrganization } from "#server/testing/organizations.ts";
import { aProvider } from "#server/testing/running.ts";

const events = anEventApi();
const { callApi, post, aConnection, webhook, listener, ended, readEvent } = events;

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
    const [user] = events.api.as.authorization.split(",");
    const as = { authorization: `${user}, Element ${token}` };
    const page = await events.api.fetch("/instances/events?pageSize=2", { as });
    expect(page.body.map((event: { notifiedData: { objectId: string }[] }) => event.notifiedData[0]?.objectId)).toEqual(
      ["3", "2"],
    );
    const next = page.headers.get("elements-next-page-token");
    const rest = await events.api.fetch(`/instances/events?pageSize=2&nextPage=${next}`, { as });
    expect(rest.body).toHaveLength(1);
    expect((await events.api.fetch(`/instances/events/${rest.body[0].id}`, { as })).body.id).toBe(rest.body[0].id);
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
    const stranger = (await anOrganization(events.api.app)).administrator;
    expect((await events.api.fetch("/instances/events/dispositions", { as: stranger })).body).toEqual([]);
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
