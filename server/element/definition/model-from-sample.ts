import { dataTypeOfSample } from "../data-types/registry.ts";

type Schema = Record<string, unknown>;

const DEEPEST = 32;

/**
 * Models of a sample payload (spec §2.9): a map of definitions, the first of which is `name`; inner objects are
 * definitions of their own, named after the way to them.
 */
export function modelFromSample(name: string, sample: unknown): Record<string, Schema> {
  const definitions: Record<string, Schema> = Object.create(null) as Record<string, Schema>;
  define(name, sample, DEEPEST);
  return { ...definitions };

  function define(id: string, value: unknown, levels: number): void {
    if (Array.isArray(value)) {
      definitions[id] = { id, type: "array", items: schemaOf(`${id}Item`, example(value), levels) };
    } else if (isObject(value)) {
      // Told before its fields are, so that definitions stand in the order in which they are met.
      const definition: Schema = { id };
      definitions[id] = definition;
      definition.properties = Object.fromEntries(
        Object.entries(value).map(([field, inner]) => [field, schemaOf(`${id}${capital(field)}`, inner, levels)]),
      );
    } else definitions[id] = { id, ...primitive(value) };
  }

  function schemaOf(id: string, value: unknown, levels: number): Schema {
    if (levels === 0) return { type: "unknown" };
    if (Array.isArray(value)) return { type: "array", items: schemaOf(id, example(value), levels - 1) };
    if (!isObject(value)) return primitive(value);
    const own = free(id);
    define(own, value, levels - 1);
    return { type: own };
  }

  function free(id: string): string {
    let own = id;
    for (let count = 2; own in definitions; count++) own = `${id}${count}`;
    return own;
  }
}

/** The combined fields of all elements of a list. */
function example(list: readonly unknown[]): unknown {
  const objects = list.filter(isObject);
  if (objects.length === 0) return list.find((item) => item !== null);
  return Object.fromEntries(
    objects
      .flatMap((item) => Object.entries(item))
      .sort(([, one], [, other]) => Number(one !== null) - Number(other !== null)),
  );
}

const primitive = (value: unknown): Schema => ({ ...(dataTypeOfSample(value)?.swagger ?? { type: "unknown" }) });

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const capital = (field: string) => {
  const word = field.replaceAll(/[^\w]+/g, "_");
  return word.charAt(0).toUpperCase() + word.slice(1);
};
