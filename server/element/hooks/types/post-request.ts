import { defineHookType } from "../hook-type.ts";

export const postRequest = defineHookType({
  type: "postRequest",
  label: "post-request",
  summary: "Runs after the response of the provider, before it is mapped.",
  stage: "after",
});
