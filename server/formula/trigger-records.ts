import { flatten, type ValueRecord } from "./records.ts";
import type { TriggerContext } from "./trigger-type.ts";
import { TRIGGER_TYPES, type TriggerTypeName } from "./triggers/registry.ts";

/**
 * The values of the record `trigger` that begins every execution (spec §2.10). Beyond the specification, the input of a
 * manual run by another trigger type is recorded as `args`, too.
 */
export function triggerRecords(type: TriggerTypeName, trigger: TriggerContext): ValueRecord[] {
  const { recorded } = TRIGGER_TYPES[type];
  const depth = triggerDepth(type);
  const keys = [...new Set([...recorded, "args"])].filter((key) => trigger[key] !== undefined);
  return keys.flatMap((key) => flatten({ [key]: trigger[key] }, depth(key)));
}

/** The depth to which a key of a trigger is split into records. */
export const triggerDepth = (type: TriggerTypeName) => (key: string) =>
  key === "args" ? 1 : TRIGGER_TYPES[type].recordDepth;
