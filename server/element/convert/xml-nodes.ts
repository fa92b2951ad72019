import { isObject, type Json, textOf } from "./conversion.ts";

/** `tns:Contact` as `Contact`. */
export const localName = (name: string): string => name.slice(name.lastIndexOf(":") + 1);

/** Children by their name without the prefix. */
export function all(node: unknown, name: string): Json[] {
  if (!isObject(node)) return [];
  return Object.entries(node).flatMap(([tag, child]) =>
    localName(tag) === name && !tag.startsWith("@") ? (Array.isArray(child) ? child : [child]).filter(isObject) : [],
  );
}

export const one = (node: unknown, name: string): Json | undefined => all(node, name)[0];

/** The namespace of a name with or without a prefix, by the declarations of the elements around it, the nearest first. */
export function namespaceOf(name: string, scopes: readonly unknown[]): string | undefined {
  const colon = name.lastIndexOf(":");
  const declaration = colon < 0 ? "@xmlns" : `@xmlns:${name.slice(0, colon)}`;
  const scope = scopes.find((each) => isObject(each) && typeof each[declaration] === "string");
  return isObject(scope) ? textOf(scope[declaration]) : undefined;
}
