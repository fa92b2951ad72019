import { describe, expect, test } from "vitest";
import { z } from "zod";
import { screenRouter } from "./router.ts";

/** Values that are stored in 64 bits, or compared and never looked up: these go up to 2^53. */
const LONG = new Set(["executionId", "executionIds", "stepExecutionId", "eventId", "seq", "edited", "from"]);
/** The parts of an element have ids beyond 2^31, by which nothing is looked up. */
const isPartOfElement = ([first]: Path, procedure: string, last: string) =>
  (first === "element" || procedure === "elements.create") && last !== "formulaId";
/** `from` is a position in a text, or here the id of an element instance. */
function isLong(path: Path, procedure: string): boolean {
  const last = String(path.findLast((key) => typeof key === "string"));
  return isPartOfElement(path, procedure, last) || (procedure !== "connection.replace" && LONG.has(last));
}

type Schema = {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
  oneOf?: Schema[];
};
type Path = (string | number)[];
type Field = { path: Path; type: string | undefined };

/** All values in a schema, by their paths; an entry of a list is its first. */
function fieldsOf(schema: Schema, path: Path): Field[] {
  const { type, properties = {}, items, additionalProperties, anyOf = [], allOf = [], oneOf = [] } = schema;
  return [
    { path, type },
    ...Object.entries(properties).flatMap(([name, part]) => fieldsOf(part, [...path, name])),
    ...(items ? fieldsOf(items, [...path, 0]) : []),
    ...(additionalProperties ? fieldsOf(additionalProperties, [...path, "anyKey"]) : []),
    ...[...anyOf, ...allOf, ...oneOf].flatMap((part) => fieldsOf(part, path)),
  ];
}

const sent = (path: Path, value: unknown): unknown =>
  path.reduceRight((inner, key) => (typeof key === "number" ? [inner] : { [key]: inner }), value);

/** Whether the value is refused, whatever else is missing. */
function isRefused(schema: z.ZodType, path: Path, value: unknown): boolean {
  const { error } = schema.safeParse(sent(path, value));
  return error?.issues.some((issue) => issue.path.join(".") === path.join(".")) ?? false;
}

const fields = Object.entries(
  screenRouter._def.procedures as unknown as Record<string, { _def: { inputs: z.ZodType[] } }>,
).flatMap(([procedure, { _def }]) =>
  _def.inputs.flatMap((schema) =>
    fieldsOf(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema, []).map((field) => ({
      ...field,
      procedure,
      schema,
      title: `${procedure}: ${field.path.join(".")}`,
    })),
  ),
);
const integers = fields.filter(({ type }) => type === "integer");

/**
 * Ids of providers, authors and other systems are text, as are ids of bulk jobs, which are no int4, of requests and of scheduled jobs;
 * and an id in the properties of a step may be an expression.
 */
const TEXTS = new Set(["objectId", "operationId", "bulkJobId", "requestId", "jobId", "externalId", "emailOrId"]);
const isId = ({ path }: Field) =>
  /^id$|Id$/.test(String(path.at(-1))) && !TEXTS.has(String(path.at(-1))) && path.at(-2) !== "properties";

test("every id is among the integers", () => {
  const ids = fields.filter(isId);
  expect(ids.length).toBeGreaterThan(30);
  const seen = new Set(integers.map(({ title }) => title));
  expect(ids.filter(({ title }) => !seen.has(title)).map(({ title }) => title)).toEqual([]);
});

describe("every integer that a screen sends fits where it is looked up", () => {
  test.each(integers)("$title", ({ procedure, schema, path }) => {
    expect(isRefused(schema, path, 1)).toBe(false);
    for (const tooLarge of [isLong(path, procedure) ? 2 ** 53 : 2 ** 31, 1e21, 1.5])
      expect(isRefused(schema, path, tooLarge), String(tooLarge)).toBe(true);
  });
});
