import { defineHookType } from "../hook-type.ts";

export const event = defineHookType({
  type: "event",
  label: "event",
  summary: "Runs when the provider sends an event, and says what happened.",
  stage: "event",
});
