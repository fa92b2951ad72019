import { references } from "#server/formula/expression.ts";
import { referredIn } from "#server/formula/path.ts";
import { property } from "#server/formula/property.ts";
import type { ReadScript } from "#server/script/script.ts";
import { type Draft, idOf, isRecord, type PartRef } from "./draft.ts";
import { partsOf } from "./graph.ts";
import { namesOf } from "./names.ts";
import { propertiesOf } from "./part-properties.ts";
import { textsIn } from "./texts.ts";

/** A property that refers to something. */
export type Use = { at: PartRef; property: string };

/**
 * The parts that refer to a variable or a step: `config.crm`, `steps['priced']`; `readScript` finds references in code.
 */
export function usesOf(draft: Draft, root: "config" | "steps", name: string, readScript: ReadScript): Use[] {
  const names = namesOf(draft);
  const refersToIt = (path: string, shorthand: boolean) => {
    const found = referredIn(path, names, shorthand);
    return found?.root === root && found.name === name;
  };
  const speaksOfIt = (text: string) =>
    refersToIt(text, false) || references(text).some(({ path }) => refersToIt(path, draft.engine !== "v3"));
  const isUsedIn = (code: string) =>
    readScript(code).uses.some((use) => use.name === root && use.members[0]?.name === name);
  return partsOf(draft)
    .filter(({ ref }) => root !== "steps" || idOf(ref) !== idOf({ step: name }))
    .flatMap(({ ref, part }) =>
      Object.entries(part.properties)
        .filter(([name, value]) => {
          const schema = Object.entries(propertiesOf(ref, part)).find(([known]) => known === name)?.[1];
          const isScript = schema && property.get(schema)?.reads === "script";
          return textsIn(value).some(isScript ? isUsedIn : speaksOfIt);
        })
        .map(([property]) => ({ at: ref, property })),
    );
}

/** The parts among them, without duplicates. */
export const whereUsed = (draft: Draft, root: "config" | "steps", name: string, readScript: ReadScript): PartRef[] => [
  ...new Map(usesOf(draft, root, name, readScript).map(({ at }) => [idOf(at), at])).values(),
];

/** A text that a change rewrites: its property, and the lines that differ. */
export type Rewrite = Use & { lines: { before: string; after: string }[] };

/** All texts in the properties of parts that a change rewrites, if it keeps the parts. */
export function rewrites(before: Draft, after: Draft): Rewrite[] {
  const now = partsOf(after);
  return partsOf(before).flatMap(({ ref, part }, index) => {
    const next = now[index]?.part.properties ?? {};
    return Object.entries(part.properties).flatMap(([property, value]) => {
      const lines = changedLines(value, next[property]);
      return lines.length > 0 ? [{ at: ref, property, lines }] : [];
    });
  });
}

function changedLines(one: unknown, other: unknown): Rewrite["lines"] {
  if (one === other) return [];
  if (typeof one === "string" && typeof other === "string") {
    const after = other.split("\n");
    return one.split("\n").flatMap((before, at) => {
      const line = after[at] ?? "";
      return line === before ? [] : [{ before: before.trim(), after: line.trim() }];
    });
  }
  if (Array.isArray(one) && Array.isArray(other)) return one.flatMap((item, at) => changedLines(item, other[at]));
  return isRecord(one) && isRecord(other)
    ? Object.entries(one).flatMap(([key, item]) => changedLines(item, other[key]))
    : [];
}
