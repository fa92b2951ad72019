import { z } from "zod";
import "#server/validation-messages.ts";
import { references } from "./expression.ts";
import type { Place } from "./place.ts";

/**
 * The syntax of a property's text, and its wording for people. The runner (how to resolve it), the designer (which
 * field) and the docs read this entry.
 *
 * - `template` text with `${…}` references, filled at every depth before the step runs (spec §2.3)
 * - `script`   JavaScript passed to the sandbox as written; its own `${…}` is left alone
 * - `path`     a bare context path without `${}`, such as `steps.list.body` (spec §2.5, loop)
 */
export type Property = {
  reads: "template" | "script" | "path";
  label: string;
  help?: string;
  /** The designer's field; by default it is chosen from the schema. */
  field?: "instance" | "formula" | "code" | "condition" | "json" | "headers" | "cron" | "statusCodes";
  /** A template that may also be a bare reference, as older formulas write `query: "steps.build.query"`. */
  bare?: true;
  /** The format of the filled template; plain text by default. */
  place?: Place;
};

export const property = z.registry<Property>();

/** The names of the properties with this field. */
export const namesByField = (properties: z.ZodObject, field: Property["field"]): string[] =>
  Object.entries<z.ZodType>(properties.shape).flatMap(([name, schema]) =>
    property.get(schema)?.field === field ? [name] : [],
  );

/** Whether one of the properties is code. */
export const hasScript = (properties: z.ZodObject): boolean =>
  Object.values<z.ZodType>(properties.shape).some((schema) => property.get(schema)?.reads === "script");

/** Whether a saved value is text that becomes a value only when the step runs. */
export const isExpression = (value: unknown) => typeof value === "string" && references(value).length > 0;

/**
 * The shape of properties in a saved formula: each a final value, or text that resolves to it. Everything is optional,
 * and values and additional keys are stored as sent, because an unfinished formula must be storable; the runner parses
 * the strict shape.
 */
export function savedShape(properties: z.ZodObject): z.ZodType<Record<string, unknown>> {
  const saved: Record<string, z.ZodType> = {};
  for (const [name, schema] of Object.entries<z.ZodType>(properties.shape)) {
    const isTemplate = (property.get(schema)?.reads ?? "template") === "template";
    const value = z.unknown().superRefine((sent, refinement) => {
      if (sent === undefined || sent === null || sent === "" || (isTemplate && isExpression(sent))) return;
      for (const { path, message } of schema.safeParse(sent).error?.issues ?? []) {
        refinement.addIssue({ code: "custom", path, message });
      }
    });
    saved[name] = value.optional();
  }
  return z.looseObject(saved);
}
