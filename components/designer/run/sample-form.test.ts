import { expect, test } from "vitest";
import { argumentsIn, sampleFields, withSampleValue } from "./sample-form.ts";

const event = { message: { instance_id: 7, events: [{ objectId: "1", done: false, from: { objectId: "2" } }] } };

test("the values of a sample are fields with the shortest name that is clear", () => {
  expect(sampleFields(event)?.map(({ label, value }) => [label, value])).toEqual([
    ["instance_id", 7],
    ["message.events.0.objectId", "1"],
    ["done", false],
    ["message.events.0.from.objectId", "2"],
  ]);
});

test.each([
  ["nothing to fill in", {}],
  ["one text", "text"],
  ["null, which no field can show", { a: null }],
  ["more than a form can show well", Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`f${n}`, n]))],
])("%s is no form", (_, sample) => {
  expect(sampleFields(sample)).toBeUndefined();
});

test("a changed field changes its value and nothing else", () => {
  const changed = withSampleValue(event, ["message", "events", 0, "from", "objectId"], "9");
  expect(changed).toEqual({
    message: { instance_id: 7, events: [{ objectId: "1", done: false, from: { objectId: "9" } }] },
  });
  expect(event.message.events[0]?.from.objectId).toBe("2");
});

test("arguments that steps refer to, in texts and in scripts", () => {
  const steps = [
    { properties: { body: { to: "${trigger.args.person.email}", id: "${trigger.args.id}" } } },
    { properties: { body: "done(trigger.args.person.name + trigger.args.id + steps.x.args.y);" } },
  ];
  expect(argumentsIn(steps)).toEqual({ person: { email: "", name: "" }, id: "" });
  expect(argumentsIn([])).toEqual({});
});
