import type { AnyNode } from "acorn";
import { nameOf } from "./literals.ts";
import type { Pattern, Roots } from "./plain-script.ts";

/** The names that code can see, with their numbers; a name is "later" until its declaration has been passed. */
export type Scope = {
  names: ReadonlyMap<string, number | "later">;
  roots: Roots;
  count: { slots: number };
  levels: number;
};

/** Gives the names of a pattern their numbers, so that the code that follows sees them. */
export function patternOf(
  node: AnyNode,
  { count, roots }: Scope,
  names: Map<string, number | "later">,
): Pattern | undefined {
  const isReserved = (name: string) => RESERVED.includes(name) || roots.names.includes(name);
  const declare = (name: string) => {
    const slot = count.slots++;
    names.set(name, slot);
    return slot;
  };
  if (node.type === "Identifier") return isReserved(node.name) ? undefined : { slot: declare(node.name) };
  if (node.type !== "ObjectPattern") return undefined;
  const picks = allOf(node.properties, (one) => {
    if (one.type !== "Property" || one.computed || one.value.type !== "Identifier") return undefined;
    const name = nameOf(one.key);
    return name === undefined || isReserved(one.value.name) ? undefined : { name, slot: declare(one.value.name) };
  });
  return picks && { picks };
}

/** Names that a script has already, or that no strict script may declare. */
const RESERVED: readonly string[] = [
  ...["done", "console", "notify", "undefined", "arguments", "eval"],
  ...["implements", "interface", "let", "package", "private", "protected", "public", "static", "yield", "await"],
];

/** The results of reading each item; undefined if one cannot be read. */
export function allOf<Item, Read>(
  items: readonly Item[],
  read: (item: Item) => Read | null | undefined,
): Read[] | undefined {
  const found = items.flatMap((item) => read(item) ?? []);
  return found.length === items.length ? found : undefined;
}
