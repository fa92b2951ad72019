import { z } from "zod";

export type JsonSchema = { [key: string]: unknown; properties?: Record<string, JsonSchema> };
type Direction = "input" | "output";

/** Collects the schemas of an OpenAPI document: those with an id in their `meta` become named components. */
export function createComponents() {
  const schemas: Record<string, JsonSchema> = {};

  return {
    schemas,
    /** The schema as it is written where it is used: a reference, or in place. */
    use: (schema: z.ZodType, direction: Direction): JsonSchema => hoist(convert(schema, direction), direction),
    plain: convert,
    /** Adds a separate component and returns a reference to it. */
    add(name: string, schema: JsonSchema): JsonSchema {
      schemas[name] = hoist(schema, "input");
      return { $ref: `#/components/schemas/${name}` };
    },
  };

  /** The input and output forms of a schema may differ; then the output form gets a name of its own. */
  function hoist({ $defs = {}, $schema: _, ...schema }: JsonSchema, direction: Direction): JsonSchema {
    const names = new Map<string, string>();
    const definitions = Object.entries($defs as Record<string, JsonSchema>);
    for (const [name, definition] of definitions) {
      const present = schemas[name];
      const isOther = present !== undefined && JSON.stringify(present) !== JSON.stringify(point(definition, new Map()));
      names.set(name, isOther ? `${name}${direction === "input" ? "Input" : "Reply"}` : name);
    }
    for (const [name, definition] of definitions) schemas[names.get(name) ?? name] = point(definition, names);
    return point(schema, names);
  }
}

function convert(schema: z.ZodType, io: Direction): JsonSchema {
  return z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      // Replies may gain fields, so readers must not refuse those they do not know.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      if (io === "input" && zodSchema instanceof z.ZodObject) requireOnlyRequired(zodSchema, jsonSchema);
      // zod drops examples of what is transformed: they are of the way out. Ours are written as they are sent.
      const { examples } = z.globalRegistry.get(zodSchema) ?? {};
      if (io === "input" && Array.isArray(examples)) jsonSchema.examples = examples;
    },
  }) as JsonSchema;
}

/** A field whose schema is preprocessed counts as required for zod, although it may have a default for what is missing. */
function requireOnlyRequired({ shape }: z.ZodObject, jsonSchema: { required?: string[] | undefined }): void {
  const required = Object.keys(shape).filter((name) => !(shape[name] as z.ZodType).safeParse(undefined).success);
  if (required.length > 0) jsonSchema.required = required;
  else delete jsonSchema.required;
}

/** The same schema with its references pointing at components. */
function point(schema: JsonSchema, names: Map<string, string>): JsonSchema {
  const text = JSON.stringify(schema).replaceAll(
    /"#\/\$defs\/([^"]+)"/g,
    (_, name: string) => `"#/components/schemas/${names.get(name) ?? name}"`,
  );
  return JSON.parse(text) as JsonSchema;
}
