import { defineHookType } from "../hook-type.ts";

export const preRequest = defineHookType({ type: "preRequest", label: "pre-request", stage: "before" });
