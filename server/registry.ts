/**
 * Definitions by their types, in the order in which people are offered them. A kind is one file with its definition and
 * one row here; whatever lists kinds reads the registry.
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

/** What each of the types is, as a list for people who read the API's documentation. */
export const summaryOf = <Type extends string>(
  definitions: Readonly<Record<Type, { summary: string }>>,
  types: readonly Type[] = typesOf(definitions),
): string => types.map((type) => `- \`${type}\`: ${definitions[type].summary}`).join("\n");
