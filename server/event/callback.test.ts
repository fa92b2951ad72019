import { expect, test } from "vitest";
import { LONGEST_INDEXED } from "../shapes.ts";
import { callbackBody, callbackMessage, eventTopic, inNotifications, isEventTopic, LONGEST_TOPIC } from "./callback.ts";
import type { EventObject } from "./shape.ts";

const instance = {
  id: 7,
  organizationId: 3,
  accountId: 2,
  userId: 5,
  name: "CRM",
  tags: ["a"],
  elementKey: "democrm",
};
const event: EventObject = {
  elementKey: "democrm",
  eventType: "CREATED",
  objectId: "1",
  objectType: "contacts",
  date: "2026-11-21T12:00:00Z",
};

test("the message names event, element and instance, keeps both spellings of its id, and never drops raw", () => {
  const raw = { objectType: "contacts", contacts: [{ id: 1 }] };
  expect(callbackMessage(instance, { eventId: "e-1", events: [event], raw })).toEqual({
    eventId: "e-1",
    elementKey: "democrm",
    accountId: 2,
    companyId: 3,
    userId: 5,
    instanceId: 7,
    instance_id: 7,
    instanceName: "CRM",
    instanceTags: ["a"],
    events: [event],
    raw,
  });
});

test.each([
  ["webhook", 45, [20, 20, 5]],
  ["polling", 21, [10, 10, 1]],
  ["polling", 10, [10]],
  ["webhook", 0, []],
] as const)("by %s, %d events go in notifications of %j", (source, count, sizes) => {
  const all = Array.from({ length: count }, (_, n) => n);
  const groups = inNotifications(source, all);
  expect(groups.map(({ length }) => length)).toEqual(sizes);
  expect(groups.flat()).toEqual(all);
});

test("the topic of an instance's events is known as such", () => {
  expect(eventTopic(instance)).toBe("instance-7-democrm-events");
  const longest = { id: 2 ** 31 - 1, elementKey: "k".repeat(LONGEST_INDEXED) };
  expect(eventTopic(longest).length).toBeLessThanOrEqual(LONGEST_TOPIC);
  expect(["instance-7-democrm-events", "instance-x-y-events", "formula-message"].map(isEventTopic)).toEqual([
    true,
    false,
    false,
  ]);
});

test("a body keeps the message byte by byte (H07)", () => {
  const message = '{"id":"a.b","n":12345678901234567890,"text":"Zażółć \\u2028 😀"}';
  const body = callbackBody({ id: 9, topic: "x", createdDate: "2026-11-21T12:00:00Z", message });
  expect(body).toBe(`{"id":9,"topic":"x","createdDate":"2026-11-21T12:00:00Z","message":${message}}`);
  expect(JSON.parse(body)).toMatchObject({ id: 9, message: { id: "a.b" } });
});
