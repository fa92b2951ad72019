import { defineHookType } from "../hook-type.ts";

export const postRequest = defineHookType({ type: "postRequest", label: "post-request", stage: "after" });
