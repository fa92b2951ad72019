import type { z } from "zod";
import type { Context } from "./context.ts";
import { resolveDeep } from "./expression.ts";
import { property } from "./property.ts";
import type { Engine } from "./walk-state.ts";

/**
 * Resolves a step's properties: fills expressions at every depth (spec §2.3), treats empty text and null as missing,
 * and parses the result by the step type's strict schema. The error names the property.
 */
export function resolveProperties<Schema extends z.ZodObject>(
  schema: Schema,
  saved: Record<string, unknown>,
  context: Context,
  engine: Engine,
): { ok: true; properties: z.output<Schema> } | { ok: false; error: string } {
  const resolved: Record<string, unknown> = {};
  for (const { name, reads, bare, place } of fieldsOf(schema)) {
    const text = saved[name];
    if (text === undefined || text === null || text === "") continue;
    const value = reads === "template" ? resolveDeep(text, context, { shorthand: engine === "v1", bare, place }) : text;
    if (value !== undefined && value !== null && value !== "") resolved[name] = value;
  }
  const parsed = schema.safeParse(resolved);
  if (parsed.success) return { ok: true, properties: parsed.data };
  const [issue] = parsed.error.issues;
  return { ok: false, error: `${issue?.path.join(".")}: ${issue?.message}` };
}

const FIELDS = new WeakMap<z.ZodObject, ReturnType<typeof readFields>>();

/** How each property of a schema is read. */
function fieldsOf(schema: z.ZodObject) {
  const known = FIELDS.get(schema);
  if (known) return known;
  const fields = readFields(schema);
  FIELDS.set(schema, fields);
  return fields;
}

const readFields = ({ shape }: z.ZodObject) =>
  Object.entries<z.ZodType>(shape).map(([name, type]) => {
    const { reads = "template", bare, place } = property.get(type) ?? {};
    return { name, reads, bare, place };
  });
