import { z } from "zod";

export type JsonSchema = { [key: string]: unknown; properties?: Record<string, JsonSchema> };
type Direction = "input" | "output";

/** Collects the schemas of an OpenAPI document: those with an id in their `meta` become named components. */
export function createComponents() {
  const schemas: Record<string, JsonSchema> = {};

  return {
    schemas,
    /** The schema as it is used: a reference, or inline. */
    use: (schema: z.ZodType, direction: Direction): JsonSchema => hoist(convert(schema, direction), direction),
    plain: convert,
    /** Adds a separate component and returns a reference to it. */
    add(name: string, schema: JsonSchema): JsonSchema {
      schemas[name] = hoist(schema, "input");
      return { $ref: `#/components/schemas/${name}` };
    },
  };

  /** The input and output forms of a schema may differ; then the output form gets its own name. */
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
      // Responses may gain fields, so clients must not refuse unknown ones.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      if (io === "input" && zodSchema instanceof z.ZodObject) requireOnlyRequired(zodSchema, jsonSchema);
      // zod drops examples of transformed schemas, since they are output values. Ours are written as they are sent.
      const { examples } = z.globalRegistry.get(zodSchema) ?? {};
      if (io === "input" && Array.isArray(examples)) jsonSchema.examples = examples;
    },
  }) as JsonSchema;
}

/** For zod, a field whose schema is preprocessed is required, although it may have a default for a missing value. */
function requireOnlyRequired({ shape }: z.ZodObject, jsonSchema: { required?: string[] | undefined }): void {
  const required = Object.keys(shape).filter((name) => !(shape[name] as z.ZodType).safeParse(undefined).success);
  if (required.length > 0) jsonSchema.required = required;
  else delete jsonSchema.required;
}

/** The same schema with its references pointing to components. */
function point(schema: JsonSchema, names: Map<string, string>): JsonSchema {
  const text = JSON.stringify(schema).replaceAll(
    /"#\/\$defs\/([^"]+)"/g,
    (_, name: string) => `"#/components/schemas/${names.get(name) ?? name}"`,
  );
  return JSON.parse(text) as JsonSchema;
}
