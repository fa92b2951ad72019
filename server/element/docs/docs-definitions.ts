import { docsSchema } from "./docs-schema.ts";

/** The definition that a name refers to in one model; undefined if there is none. */
export type Refer = (name: string | undefined) => string | undefined;

/**
 * Gathers the models of many resources as the definitions of one document. Resources may call different things by one
 * name: then the later one gets a number.
 */
export function createDefinitions() {
  const definitions: Record<string, Record<string, unknown>> = {};
  const sources = new Map<string, string>();

  return {
    definitions,
    /** Adds the models; returns the names under which they are found. */
    adopt(models: Record<string, unknown> = {}): Refer {
      const entries = Object.entries(models).map(([name, schema]) => ({ name, schema, own: ownName(name, schema) }));
      const names = new Map(entries.map(({ name, own }) => [name, own]));
      const refer: Refer = (name) => (name === undefined ? undefined : names.get(name));
      for (const { own, schema } of entries) definitions[own] ??= docsSchema(schema, refer);
      return refer;
    },
  };

  function ownName(name: string, schema: unknown): string {
    const source = JSON.stringify(schema) ?? "";
    let own = name;
    for (let count = 2; (sources.get(own) ?? source) !== source; count++) own = `${name}${count}`;
    sources.set(own, source);
    return own;
  }
}
