import { expect, test } from "vitest";
import { formulaSchema } from "#server/formula/shape.ts";
import { sampleInput } from "./sample-input.ts";

const formula = (body: string) =>
  formulaSchema.parse({ name: "f", steps: [{ name: "s", type: "script", properties: { body } }] });

test.each([
  ["done(1);", []],
  ["done(trigger.args.email + trigger.args.name);", ["email", "name"]],
  ["const { customerId, lines = [] } = trigger.args ?? {};", ["customerId", "lines"]],
])("the input to try %j with has the names %j", (body, names) => {
  expect(Object.keys(sampleInput(formula(body)) as object)).toEqual(names);
});

test("a formula that waits for a change is tried with one of its own connection", () => {
  const triggers = [{ type: "event", properties: { elementInstanceId: "${config.crm}" } }];
  expect(sampleInput(formulaSchema.parse({ name: "f", triggers }), { crm: "7" })).toMatchObject({
    message: { instance_id: 7, events: [{ objectType: "contacts" }] },
  });
});
