import { expect, test } from "vitest";
import { z } from "zod";
import { screenRouter } from "./router.ts";

const MAX_INT = 2 ** 31 - 1;

/** What is stored in 64 bits, or compared and never looked up: these go up to 2^53. */
const LONG = ["executionId", "stepExecutionId", "eventId", "seq", "from"];

type Schema = { type?: string; maximum?: number; properties?: Record<string, Schema>; [key: string]: unknown };

/** The paths of all integers in a schema that may be larger than their column. */
function tooLarge(schema: Schema, path: string): string[] {
  const own = schema.type === "integer" && (schema.maximum ?? Number.POSITIVE_INFINITY) > MAX_INT;
  const isLong = LONG.includes(path.split(".").at(-1) ?? "") && (schema.maximum ?? Number.POSITIVE_INFINITY) <= 2 ** 53;
  const parts = Object.entries(schema.properties ?? {}).flatMap(([name, part]) => tooLarge(part, `${path}.${name}`));
  const others = Object.entries(schema)
    .filter(([name]) => name !== "properties")
    .flatMap(([, part]) => (Array.isArray(part) ? part : [part]))
    .filter((part): part is Schema => typeof part === "object" && part !== null)
    .flatMap((part) => tooLarge(part, path));
  return [...(own && !isLong ? [path] : []), ...parts, ...others];
}

const readable = (schema: z.ZodType) => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema;

const procedures = Object.entries(
  screenRouter._def.procedures as unknown as Record<string, { _def: { inputs: z.ZodType[] } }>,
);

test.each(procedures)("every integer that a screen sends to %s fits where it is looked up", (name, procedure) => {
  expect(procedure._def.inputs.flatMap((schema) => tooLarge(readable(schema), name))).toEqual([]);
});
