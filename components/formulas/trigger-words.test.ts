import { expect, test } from "vitest";
import { triggerWords } from "./trigger-words.ts";

test.each([
  [{ type: "manual", properties: {} }, "When somebody runs it"],
  [{ type: "scheduled", properties: { cron: "0 0 8 ? * MON" } }, "At 08:00 on Monday, UTC"],
  [{ type: "scheduled", properties: { cron: "${config.when}" } }, "At the times that its instance says"],
  [{ type: "scheduled", properties: { cron: "soon" } }, "By the cron soon, UTC"],
  [{ type: "event", properties: { elementInstanceId: "${config.crm}" } }, "When something changes at crm"],
  [
    { type: "elementRequest", properties: { elementInstanceId: "${config.crm}", method: "POST", api: "/contacts" } },
    "After POST /contacts at crm",
  ],
])("the trigger %j is told as %s", (trigger, words) => {
  expect(triggerWords(trigger)).toBe(words);
});
