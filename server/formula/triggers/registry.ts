import { elementRequest } from "./element-request.ts";
import { event } from "./event.ts";
import { manual } from "./manual.ts";
import { scheduled } from "./scheduled.ts";

/** Every trigger type, in the order people are offered them. To add one: write its file and name it here. */
export const TRIGGER_TYPES = { event, elementRequest, scheduled, manual } as const;

export type TriggerTypeName = keyof typeof TRIGGER_TYPES;
