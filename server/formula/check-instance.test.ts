import { expect, test } from "vitest";
import { instanceRefusals } from "./check-instance.ts";
import { formulaInstanceSchema, formulaSchema } from "./shape.ts";

const formula = {
  name: "f",
  triggers: [{ type: "manual", onSuccess: ["a"] }],
  steps: [{ name: "a", type: "script", onSuccess: ["a"] }],
  configuration: [{ key: "crm" }, { key: "note", required: false }],
};
const scheduled = { triggers: [{ type: "scheduled", properties: { cron: "${config.crm}" } }] };

const refusals = (changed: object, instance: object) =>
  instanceRefusals(
    formulaSchema.parse({ ...formula, ...changed }),
    formulaInstanceSchema.parse({ name: "i", configuration: { crm: 5 }, ...instance }),
  ).map(({ message }) => message);

test.each<[string, object, object, string[]]>([
  ["nothing is wrong", {}, {}, []],
  ["an unknown variable is no harm", {}, { configuration: { crm: 5, other: 1 } }, []],
  [
    "a trigger names a step that is missing",
    { triggers: [{ type: "manual", onSuccess: ["b"] }] },
    {},
    ['onSuccess of "trigger" names the step "b", which does not exist.'],
  ],
  [
    "a step names a step that is missing",
    { steps: [{ name: "a", type: "script", onFailure: ["x"] }] },
    {},
    ['onFailure of "a" names the step "x", which does not exist.'],
  ],
  ["a required variable is missing", {}, { configuration: {} }, ['configuration: the variable "crm" is required.']],
  [
    "a required variable is empty",
    {},
    { configuration: { crm: "" } },
    ['configuration: the variable "crm" is required.'],
  ],
  [
    "a variable's key is an inherited name",
    { configuration: [{ key: "toString" }] },
    {},
    ['configuration: the variable "toString" is required.'],
  ],
  ...["/bingo", "GET", "GET missing-a-slash", "GET /accounts", "GET /formulas/instances"].map(
    (api): [string, object, object, string[]] => [
      `settings.api is ${api}`,
      {},
      { settings: { api } },
      [expect.stringContaining("settings.api")],
    ],
  ),
  ["settings.api is empty", {}, { settings: { api: null, "notification.email": "a@example.com" } }, []],
  ["the cron from the configuration is right", scheduled, { configuration: { crm: "0 0/15 * 1/1 * ? *" } }, []],
  [
    "it is wrong",
    scheduled,
    { configuration: { crm: "every day" } },
    [expect.stringMatching(/^cron: must have six or seven fields, seconds first, but has 2/)],
  ],
  [
    "it is too fine",
    scheduled,
    { configuration: { crm: "* * * * * ?" } },
    [expect.stringContaining("more often than every 60 seconds")],
  ],
  ["it is missing", { triggers: [{ type: "scheduled" }] }, {}, ["cron: must be a cron"]],
])("%s", (_, changed, instance, messages) => {
  expect(refusals(changed, instance)).toEqual(messages);
});

const naming = (elementInstanceId: string, engine?: string) => ({
  engine,
  triggers: [{ type: "event", properties: { elementInstanceId }, onSuccess: ["a"] }],
  steps: [{ name: "a", type: "elementRequest", properties: { elementInstanceId, method: "GET", api: "/hubs/crm/x" } }],
});

test.each<[string, string | undefined, string]>([
  ["${config.crm}", "v3", ""],
  ["${config.crm}", undefined, ""],
  ["${crm}", undefined, ""],
  ["${crm}", "v1", ""],
  ["${crm}", "v3", "${crm} is no reference: write ${config.crm}."],
  ["${nosuch}", "v3", "${nosuch} is no reference: it must begin with config, steps, trigger or info."],
  ["${nosuch}", undefined, "${nosuch} is no reference: it must begin with config, steps, trigger or info."],
  ["${trigger.args.id}", "v3", ""],
  ["17", "v3", ""],
])("the element instance %s in engine %s, in triggers and steps alike: %s", (named, engine, message) => {
  const expected = ["elementInstanceId of the trigger: ", 'elementInstanceId of step "a": '].map((at) => at + message);
  expect(refusals(naming(named, engine), {})).toEqual(message === "" ? [] : expected);
});
