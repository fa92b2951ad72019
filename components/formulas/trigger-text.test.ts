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
  [{ type: "event", properties: { elementInstanceId: "${config.crm}" } }, "When something changes at crm"],
  [
    { type: "elementRequest", properties: { elementInstanceId: "${config.crm}", method: "POST", api: "/contacts" } },
    "After POST /contacts at crm",
  ],
  [{ type: "elementRequest", properties: { api: "/contacts" } }, "After a request to /contacts at a connection"],
])("describes the trigger %j as %s", (trigger, words) => {
  expect(triggerText(trigger, undefined, english)).toBe(words);
});
