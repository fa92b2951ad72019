import { expect, test } from "vitest";
import { elementSchema } from "../element/shape.ts";
import { HOOK_FIELDS } from "./hook-fields.ts";
import { fromHook } from "./normalize.ts";

const element = elementSchema.parse({ name: "Crm", key: "crm", description: "", authentication: { type: "custom" } });
const COMPLETE = { event_type: "UPDATED", event_object_type: "things", event_object_id: "5" };
const refusalOf = (...events: Record<string, unknown>[]): string => {
  try {
    fromHook(events, { element, now: new Date() });
  } catch (error) {
    return (error as Error).message.replace("The event hook of the element passed an incomplete event: ", "");
  }
  return "";
};

test.each([
  ["is complete", [COMPLETE]],
  ["has a number as its id", [{ ...COMPLETE, event_object_id: 0 }]],
  ["has fields of its own", [{ ...COMPLETE, source: "shop" }]],
  ["has only a type", [{ event_object_type: "things", source: "shop" }]],
  ["has only an id", [{ event_object_id: "5" }]],
])("an event that %s is accepted", (_, events) => expect(refusalOf(...events)).toBe(""));

test("an event without the fields that identify an object is refused, whatever else it has", () => {
  const others = Object.entries(HOOK_FIELDS).flatMap(([name, identifies]) => (identifies ? [] : [[name, "1"]]));
  expect(refusalOf(Object.fromEntries(others))).toBe(
    "event_object_type and event_object_id are missing or empty in events[0].",
  );
});

test.each<[string, Record<string, unknown>[], string]>([
  [
    "fields without their prefix",
    [{ event_type: "UPDATED", object_type: "things", object_id: "5" }],
    "event_object_type and event_object_id are missing or empty in events[0]. Not read: object_type (did you mean event_object_type?), object_id (did you mean event_object_id?).",
  ],
  [
    "a field in camel case",
    [COMPLETE, { event_object_type: "things", eventObjectId: "5" }],
    "event_object_id is missing or empty in events[1]. Not read: eventObjectId (did you mean event_object_id?).",
  ],
  [
    "values that are undefined",
    [{ ...COMPLETE, event_object_type: undefined, event_object_id: undefined }],
    "event_object_type and event_object_id are missing or empty in events[0].",
  ],
  [
    "many other fields",
    [{ a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1 }],
    "event_object_type and event_object_id are missing or empty in events[0]. Not read: a, b, c, d, e and 2 more.",
  ],
])("an event with %s is refused by name", (_, events, message) => expect(refusalOf(...events)).toBe(message));
