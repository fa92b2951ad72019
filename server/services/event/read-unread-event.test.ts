import { expect, test } from "vitest";
import { anEventApi, withHook } from "#server/testing/event-api.ts";
import { readUnreadEvent } from "./read-unread-event.ts";

const events = anEventApi();
const { callApi, aConnection, webhook, readEvent } = events;

/** The hook fails with the status of the configuration, as one that passes on what its provider responded. */
const PASSING_ON = withHook(`
  const code = Number(configuration["provider.status"]);
  done(code < 300
    ? { events: [{ event_type: "UPDATED", event_object_type: "contacts", event_object_id: "1" }] }
    : { response_status_code: code, response_error: "The provider responded " + code + "." });`);

async function anUnreadEvent(code: number) {
  const element = { ...PASSING_ON, configuration: [{ key: "provider.status", name: "Status" }] };
  const { key, id } = await aConnection(element, { "provider.status": String(code) });
  const { body } = await webhook(`${key}/${id}`, { n: 1 }, { headers: { "elements-async-request": "true" } });
  const { organizationId } = await events.api.app.db.prisma.event.findFirstOrThrow({
    where: { id: BigInt(body.eventId) },
  });
  const read = () => readUnreadEvent(events.api.app, { organizationId, eventId: Number(body.eventId) });
  return { id, eventId: body.eventId as string, read };
}

test.each([429, 502, 503, 504])("an event whose provider responds %i is read when it works again", async (code) => {
  const { id, eventId, read } = await anUnreadEvent(code);
  await expect(read()).rejects.toThrow(`The provider responded ${code}.`);
  expect(await readEvent(id, eventId)).toMatchObject({ status: "NEW", notifiedData: [] });
  await callApi(`/instances/${id}`, { method: "PATCH", body: { configuration: { "provider.status": "200" } } });
  await read();
  expect(await readEvent(id, eventId)).toMatchObject({ notifiedData: [{ objectId: "1" }] });
});

test.each([400, 401, 404, 500])("an event that is refused with %i ends at once, with the reason", async (code) => {
  const { id, eventId, read } = await anUnreadEvent(code);
  await read();
  expect(await readEvent(id, eventId)).toMatchObject({
    status: "CONSUMED",
    error: `The provider responded ${code}.`,
  });
});
