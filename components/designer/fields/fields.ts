import type { z } from "zod";
import { type Property, property } from "#server/formula/property.ts";
import { METHODS } from "#server/formula/property-values.ts";
import { STEP_TYPES } from "#server/formula/steps/registry.ts";
import { TRIGGER_TYPES } from "#server/formula/triggers/registry.ts";
import type { DraftStep, DraftTrigger, PartRef } from "../model/draft.ts";

/** The control of a property. */
export type FieldKind =
  | "text"
  | "code"
  | "condition"
  | "json"
  | "headers"
  | "cron"
  | "statusCodes"
  | "instance"
  | "formula"
  | "choice"
  | "yesOrNo"
  | "number"
  | "path";

export type Field = Pick<Property, "reads" | "place"> & {
  name: string;
  kind: FieldKind;
  required: boolean;
  options?: readonly string[];
  /** Relevant only for errors or rarely used: collapsed by default. */
  group: "setup" | "more" | "retry";
};

/** The fields of a part, from the schema of its type and the metadata of each property. */
export function fieldsOf(ref: PartRef, part: DraftStep | DraftTrigger): Field[] {
  const types: Record<string, { properties: z.ZodObject }> = "trigger" in ref ? TRIGGER_TYPES : STEP_TYPES;
  const shape: Record<string, z.ZodType> = types[part.type]?.properties.shape ?? {};
  return Object.entries(shape).map(([name, schema]) => {
    const { reads = "template", field, place } = property.get(schema) ?? {};
    const options = optionsOf(schema);
    const kind = field ?? kindOf(schema, reads, options);
    const required = !schema.safeParse(undefined).success;
    return {
      name,
      reads,
      kind,
      required,
      group: groupOf(name, required, Object.hasOwn(shape, "retry")),
      ...(place && { place }),
      ...(options && { options }),
    };
  });
}

/** Determined from what the schema accepts: definitions stay independent of the designer. */
function kindOf(schema: z.ZodType, reads: Property["reads"], options: readonly string[] | undefined): FieldKind {
  if (reads === "path") return "path";
  if (options) return "choice";
  const takes = (value: unknown) => schema.safeParse(value).success;
  if (takes(true) && takes("false") && !takes("a word")) return "yesOrNo";
  if (takes(1) && takes("1") && !takes("a word") && !takes("200-205")) return "number";
  return "text";
}

function optionsOf(schema: z.ZodType): readonly string[] | undefined {
  const takes = (value: unknown) => schema.safeParse(value).success;
  if (takes("a word")) return undefined;
  if (METHODS.every(takes)) return METHODS;
  const engines = ["v1", "v2"];
  return engines.every(takes) && !takes("1") ? engines : undefined;
}

/** Optional fields that most requests need. */
const USUAL = new Set(["query", "body", "args", "uploadQuery", "downloadQuery", "elementInstanceId"]);

function groupOf(name: string, required: boolean, canRetry: boolean): Field["group"] {
  if (name === "acceptableStatusCodes" || (canRetry && name.startsWith("retry"))) return "retry";
  if (name === "scriptEngine") return "more";
  return required || !canRetry || USUAL.has(name) ? "setup" : "more";
}
