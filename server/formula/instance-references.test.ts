import { describe, expect, test } from "vitest";
import { boundInstances, instanceIdIn, literalInstances } from "./instance-references.ts";
import { formulaSchema } from "./shape.ts";

test.each([
  [7, 7],
  ["7", 7],
  [" 7 ", 7],
  ["0", null],
  ["-7", null],
  ["7.5", null],
  ["1e3", null],
  ["9".repeat(16), null],
  [["7"], null],
  [{ id: 7 }, null],
  [true, null],
  [undefined, null],
  ["${config.crm}", null],
])("the id in %j is %j", (value, id) => expect(instanceIdIn(value)).toBe(id));

const formula = (trigger: unknown, step: unknown) =>
  formulaSchema.parse({
    name: "f",
    triggers: [{ type: "event", properties: { elementInstanceId: trigger }, onSuccess: ["list"] }],
    steps: [
      {
        name: "list",
        type: "elementRequest",
        properties: { elementInstanceId: step, method: "GET", api: "/contacts" },
      },
      {
        name: "copy",
        type: "elementRequestStream",
        properties: { downloadElementInstanceId: "11", uploadElementInstanceId: "${steps.list.id}" },
      },
      { name: "note", type: "script", properties: { body: "done(12)", elementInstanceId: "13" } },
    ],
  });

describe("the element instances that a formula names", () => {
  test("literally are those of the properties that hold one, and say where", () => {
    expect(literalInstances(formula("5", 6))).toEqual([
      { elementInstanceId: 5, where: "elementInstanceId of the trigger", property: "elementInstanceId" },
      {
        ...{ elementInstanceId: 6, where: 'elementInstanceId of step "list"' },
        ...{ property: "elementInstanceId", step: "list" },
      },
      {
        ...{ elementInstanceId: 11, where: 'downloadElementInstanceId of step "copy"' },
        ...{ property: "downloadElementInstanceId", step: "copy" },
      },
    ]);
  });

  test.each<[string, string, Record<string, unknown>, number[]]>([
    ["a variable", "${config.crm}", { crm: "8" }, [8, 11]],
    ["a variable by the shortcut of v1", "${crm}", { crm: 8 }, [8, 11]],
    ["two variables put together", "${config.a}${config.b}", { a: "1", b: "2" }, [12, 11]],
    ["a digit beside a variable", "1${config.a}", { a: "2" }, [12, 11]],
    ["a variable without a value", "${config.crm}", {}, [11]],
    ["what a run brings", "${trigger.event.objectId}", { crm: "8" }, [11]],
    ["what a run brings beside a variable", "${config.crm}${trigger.event.objectId}", { crm: "8" }, [11]],
  ])("by %s are known once the variables are", (_, step, config, ids) => {
    const bound = boundInstances(formula(undefined, step), config);
    expect(bound.map(({ elementInstanceId }) => elementInstanceId)).toEqual(ids);
  });
});
