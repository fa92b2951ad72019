import { closestTo } from "./closest-to.ts";

/** A property that nothing reads, and the known one that was likely meant. */
export type UnreadProperty = { name: string; meant: string | undefined };

/** Exports of other tools name the language of each script. */
const WITHOUT_EFFECT = new Set(["mimeType"]);

/** The properties of a step or trigger that nothing reads, likely because of a typing error. */
export function unreadProperties(properties: object, definition: { properties: { shape: object } }): UnreadProperty[] {
  const known = Object.keys(definition.properties.shape);
  return Object.keys(properties)
    .filter((name) => !known.includes(name) && !WITHOUT_EFFECT.has(name))
    .map((name) => ({ name, meant: closestTo(name, known) }));
}
