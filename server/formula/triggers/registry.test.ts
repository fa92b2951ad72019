import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { property } from "../property.ts";
import { triggerSchema } from "../shape.ts";
import { triggerRecords } from "../trigger-records.ts";
import { TRIGGER_TYPES, type TriggerTypeName } from "./registry.ts";

const { event, elementRequest, scheduled, manual } = TRIGGER_TYPES;

describe.each(Object.entries(TRIGGER_TYPES))("%s", (type, triggerType) => {
  test("is registered under its own name, with words for people", () => {
    expect(triggerType.type).toBe(type);
    expect(triggerType.label).not.toBe("");
    for (const schema of Object.values<z.ZodType>(triggerType.properties.shape))
      expect(property.get(schema)?.label).toBeTruthy();
  });
  test("takes its own example", () => {
    expect(triggerSchema.parse({ type, properties: triggerType.example })).toMatchObject({
      type,
      properties: triggerType.example,
    });
  });
});

const records = (type: TriggerTypeName, trigger: Record<string, unknown>) =>
  Object.fromEntries(triggerRecords(type, trigger).map(({ key, value }) => [key, value]));

const changed = {
  objectId: "3",
  objectType: "contacts",
  eventType: "UPDATED",
  elementKey: "crm",
  date: "2026-01-01T00:00:00Z",
};

describe("manual", () => {
  test("keeps exactly one value, the body", () => {
    expect(records("manual", manual.context({ args: { foo: "bar" } }))).toEqual({ args: '{"foo":"bar"}' });
  });
  test.each([[undefined], [null]])("an execution without a body has empty args", (body) => {
    expect(manual.fromManual(body)).toEqual([{ type: "manual", args: {} }]);
  });
  test("any JSON is args", () => {
    expect(manual.fromManual([1])).toEqual([{ type: "manual", args: [1] }]);
    expect(records("manual", { args: "text" })).toEqual({ args: "text" });
  });
});

describe("event", () => {
  test("shows the change and its place (spec §2.3)", () => {
    const trigger = event.context({ eventId: 9, instanceId: 7, event: changed });
    expect(trigger).toMatchObject({
      type: "event",
      eventId: 9,
      instanceId: 7,
      event: changed,
      body: { message: { events: [changed] } },
    });
    expect(records("event", trigger)).toEqual({
      type: "event",
      eventId: "9",
      instanceId: "7",
      event: JSON.stringify(changed),
    });
  });
  test("an object id is text", () => {
    expect(event.context({ instanceId: 7, event: { objectId: 3 } })).toMatchObject({ event: { objectId: "3" } });
  });
  test("a manual execution with the message of events runs once for each", () => {
    const triggers = event.fromManual({
      message: { instance_id: "7", events: [changed, { ...changed, objectId: 4, eventId: 11 }] },
    });
    expect(triggers).toMatchObject([
      { type: "event", instanceId: 7, event: changed },
      { eventId: 11, event: { objectId: "4" } },
    ]);
    expect(records("event", triggers[0] ?? {})).toEqual({
      type: "event",
      instanceId: "7",
      event: JSON.stringify(changed),
    });
  });
  test.each([[{ other: 1 }], [{ message: { instance_id: 1, events: [] } }], ["text"]])(
    "with %j it reads args",
    (body) => {
      const [trigger = {}] = event.fromManual(body);
      expect(trigger).toEqual({ type: "event", args: body });
      expect(records("event", trigger)).toHaveProperty("args");
    },
  );
});

describe("elementRequest", () => {
  const request = { body: undefined, headers: { a: "b" }, method: "GET", path: "/contacts", query: { q: "1" } };
  const response = { code: 200, headers: {}, body: [{ id: 1 }] };
  test("calls itself request and keeps the call and its reply", () => {
    expect(records("elementRequest", elementRequest.context({ request, response }))).toEqual({
      type: "request",
      "request.body": "",
      "request.headers": '{"a":"b"}',
      "request.method": "GET",
      "request.path": "/contacts",
      "request.query": '{"q":"1"}',
      "response.code": "200",
      "response.headers": "{}",
      "response.body": '[{"id":1}]',
    });
  });
  test("a manual execution with a call behaves like one, any other body is args", () => {
    expect(elementRequest.fromManual({ request: { method: "GET" }, response })).toEqual([
      { type: "request", request: { method: "GET" }, response },
    ]);
    expect(elementRequest.fromManual(null)).toEqual([{ type: "request", args: {} }]);
  });
});

describe("scheduled", () => {
  test("keeps only its type", () => {
    expect(records("scheduled", scheduled.context({}))).toEqual({ type: "scheduled" });
  });
  test("can be run by hand", () => {
    expect(scheduled.fromManual(undefined)).toEqual([{ type: "scheduled" }]);
    expect(scheduled.fromManual({ a: 1 })).toEqual([{ type: "scheduled", args: { a: 1 } }]);
  });
});
