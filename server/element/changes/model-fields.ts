import { createDefinitions } from "../docs/docs-definitions.ts";
import type { Model } from "../shape.ts";
import type { SwaggerType } from "./data-types.ts";

/** A field of a model by its path, such as `address.city` or `lines[].price`. */
export type ModelField = SwaggerType & { isRequired: boolean };

type Schema = Record<string, unknown>;

const DEEPEST = 6;

/** The fields of the response or request of a resource, as its models describe them. */
export function modelFields(model: Model | undefined, side: "response" | "request"): Map<string, ModelField> {
  const { definitions, adopt } = createDefinitions();
  const refer = side === "response" ? adopt(model?.swagger) : adopt(model?.requestSwagger);
  const root = refer(side === "response" ? model?.name : model?.requestName);
  const fields = new Map<string, ModelField>();
  if (root !== undefined) gather(definitions[root], "", DEEPEST);
  return fields;

  function gather(schema: unknown, path: string, levels: number): void {
    const { properties, items, allOf, required } = resolved(schema);
    if (levels === 0) return;
    if (Array.isArray(allOf)) for (const part of allOf) gather(part, path, levels - 1);
    if (isSchema(items)) gather(items, `${path}[]`, levels - 1);
    for (const [name, child] of Object.entries(isSchema(properties) ? properties : {})) {
      const at = path === "" ? name : `${path}.${name}`;
      const isRequired = Array.isArray(required) && required.includes(name);
      fields.set(at, { ...typeOf(child), isRequired });
      gather(child, at, levels - 1);
    }
  }

  function resolved(schema: unknown): Schema {
    if (!isSchema(schema)) return {};
    const name = typeof schema.$ref === "string" ? decodeURIComponent(schema.$ref.replace("#/definitions/", "")) : null;
    return name === null ? schema : (definitions[name] ?? {});
  }

  function typeOf(schema: unknown): SwaggerType {
    const { type, format } = resolved(schema);
    return { type: typeof type === "string" ? type : "object", ...(typeof format === "string" && { format }) };
  }
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
