import { defineHookType } from "../hook-type.ts";

export const event = defineHookType({ type: "event", label: "event", stage: "event" });
