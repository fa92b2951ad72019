import type { CommonResourceExport } from "./exported.ts";

// The first version of the format: the definitions and the transformations of any number of common resources, as
// their endpoints list them. The second has one common resource with its transformations.

/** A file of the first version: definitions by name, and transformations by the key of the element and then by name. */
export type FirstFormat = {
  objectDefinitions: Record<string, CommonResourceExport["definition"]>;
  transformations: Record<string, Record<string, CommonResourceExport["transformation"][string]>>;
};

/** One common resource in the first version of the format. */
export function asFirstFormat({ vdrName, definition, transformation }: CommonResourceExport): FirstFormat {
  return {
    objectDefinitions: { [vdrName]: definition },
    transformations: Object.fromEntries(
      Object.entries(transformation).map(([elementKey, one]) => [elementKey, { [vdrName]: one }]),
    ),
  };
}

/**
 * The common resources in a file of the first version, each as the second writes it but unchecked; null if the file is of
 * another kind.
 */
export function fromFirstFormat(json: Record<string, unknown>): Record<string, unknown>[] | null {
  const definitions = entriesIn(json.objectDefinitions);
  if (!definitions) return null;
  const mapped = (entriesIn(json.transformations) ?? []).flatMap(([elementKey, byName]) =>
    (entriesIn(byName) ?? []).map(([name, transformation]) => ({ elementKey, name, transformation })),
  );
  const definitionOf = new Map(definitions);
  const names = new Set([...definitionOf.keys(), ...mapped.map(({ name }) => name)]);
  return [...names].map((name) => ({
    vdrName: name,
    vdrVersion: "v2",
    definition: { fields: [], ...Object(definitionOf.get(name)), objectName: name },
    transformation: Object.fromEntries(
      mapped.flatMap((one) => (one.name === name ? [[one.elementKey, one.transformation]] : [])),
    ),
  }));
}

const entriesIn = (value: unknown): [string, unknown][] | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : undefined;
