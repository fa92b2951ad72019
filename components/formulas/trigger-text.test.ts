import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import formulas from "./messages.en.ts";
import { triggerText } from "./trigger-text.ts";

const english = {
  t: createTranslator({ locale: "en-GB", messages: { formulas }, namespace: "formulas.triggers" }),
  cronText(cron: string) {
    if (cron === "soon") throw new Error("no cron");
    return `Told of ${cron}`;
  },
};

test.each([
  [undefined, "Nothing starts it yet"],
  [{ type: "manual", properties: {} }, "When somebody runs it"],
  [{ type: "scheduled", properties: { cron: "0 0 8 ? * MON" } }, "Told of 0 0 8 ? * MON, UTC"],
  [{ type: "scheduled", properties: { cron: "${config.when}" } }, "At the times that its instance says"],
  [{ type: "scheduled", properties: { cron: "soon" } }, "By the cron soon, UTC"],
  [{ type: "event", properties: { elementInstanceId: "${config.crm}" } }, "When something changes at crm"],
  [
    { type: "elementRequest", properties: { elementInstanceId: "${config.crm}", method: "POST", api: "/contacts" } },
    "After POST /contacts at crm",
  ],
])("the trigger %j is told as %s", (trigger, words) => {
  expect(triggerText(trigger, undefined, english)).toBe(words);
});
