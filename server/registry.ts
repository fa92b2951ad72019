/**
 * Definitions by type, in the order in which people see them. A kind is one file with its definition and one row in a
 * registry; all code that lists kinds reads the registry.
 */
export function registry<const Definitions extends readonly { type: string }[]>(
  ...definitions: Definitions
): Registry<Definitions[number]> {
  const byType = Object.fromEntries(definitions.map((definition) => [definition.type, definition]));
  if (Object.keys(byType).length < definitions.length) throw new TypeError("Two definitions have the same type.");
  return byType as Registry<Definitions[number]>;
}

type Registry<Definition extends { type: string }> = { readonly [One in Definition as One["type"]]: One };

/** The types in a registry, in its order. */
export const typesOf = <Of extends object>(definitions: Of): (keyof Of & string)[] =>
  Object.keys(definitions) as (keyof Of & string)[];

/** A list of the types with their summaries, for the API's documentation. */
export const summaryOf = <Type extends string>(
  definitions: Readonly<Record<Type, { summary: string }>>,
  types: readonly Type[] = typesOf(definitions),
): string => types.map((type) => `- \`${type}\`: ${definitions[type].summary}`).join("\n");
