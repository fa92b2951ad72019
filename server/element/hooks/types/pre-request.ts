import { defineHookType } from "../hook-type.ts";

export const preRequest = defineHookType({
  type: "preRequest",
  label: "pre-request",
  summary: "Runs before the request is sent to the provider.",
  stage: "before",
});
