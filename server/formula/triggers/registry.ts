import { registry } from "#server/registry.ts";
import { elementRequest } from "./element-request.ts";
import { event } from "./event.ts";
import { manual } from "./manual.ts";
import { scheduled } from "./scheduled.ts";

/** Every trigger type, in the order in which people see them. To add one: write its file and name it here. */
export const TRIGGER_TYPES = registry(event, elementRequest, scheduled, manual);

export type TriggerTypeName = keyof typeof TRIGGER_TYPES;

/** The default for a formula without a trigger. */
export const DEFAULT_TRIGGER = manual;
