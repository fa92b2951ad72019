import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import definitions from "../definitions/messages.en.ts";
import { definitionLabels } from "../definitions/use-definition-labels.ts";
import { triggerText } from "./trigger-text.ts";

const english = definitionLabels(
  createTranslator({ locale: "en-GB", messages: { definitions }, namespace: "definitions" }),
  {
    cron(cron) {
      if (cron === "soon") throw new Error("no cron");
      return `Told of ${cron}`;
    },
    duration: (ms) => `${ms} ms`,
  },
);

test.each([
  [{ type: "manual", properties: {} }, "On demand"],
  [{ type: "scheduled", properties: { cron: "0 0 8 ? * MON" } }, "Told of 0 0 8 ? * MON, UTC"],
  [{ type: "scheduled", properties: { cron: "${config.when}" } }, "On the schedule of each instance"],
  [{ type: "scheduled", properties: { cron: "soon" } }, "On the cron schedule soon, UTC"],
  [{ type: "event", properties: { elementInstanceId: "${config.crm}" } }, "When something changes at a connection"],
  [
    { type: "elementRequest", properties: { elementInstanceId: "${config.crm}", method: "POST", api: "/contacts" } },
    "After POST /contacts at a connection",
  ],
  [{ type: "elementRequest", properties: { api: "/contacts" } }, "After a request to /contacts at a connection"],
])("describes the trigger %j as %s", (trigger, words) => {
  expect(triggerText(trigger, {}, english)).toBe(words);
});

const AT_VARIABLE = { type: "event", properties: { elementInstanceId: "${config.crm}" } };
const AT_CONNECTION = { type: "event", properties: { elementInstanceId: "7" } };
const variables = [{ key: "crm", name: "Sales CRM" }];
const connections = [{ id: 7, name: "Beacon of Ada" }];

test.each([
  ["the variable has a name", AT_VARIABLE, { variables }, "When something changes at Sales CRM"],
  [
    "its name is its key",
    AT_VARIABLE,
    { variables: [{ key: "crm", name: "crm" }] },
    "When something changes at a connection",
  ],
  [
    "an instance has chosen",
    AT_VARIABLE,
    { variables, connections, values: { crm: "7" } },
    "When something changes at Beacon of Ada",
  ],
  ["the formula has chosen", AT_CONNECTION, { connections }, "When something changes at Beacon of Ada"],
  ["the connection is unknown", AT_CONNECTION, { connections: [] }, "When something changes at a connection"],
])("names the connection if %s", (_, trigger, named, words) => {
  expect(triggerText(trigger, named, english)).toBe(words);
});

test("describes the schedule of an instance", () => {
  const trigger = { type: "scheduled", properties: { cron: "${config.when}" } };
  expect(triggerText(trigger, { cron: "0 0 9 * * ?" }, english)).toBe("Told of 0 0 9 * * ?, UTC");
});
