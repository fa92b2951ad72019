import { hasRoot, readPath, references, resolveTemplate } from "#server/formula/expression.ts";
import type { Place } from "#server/formula/place.ts";

const LONGEST = 400;

type How = { isBare?: boolean; shorthand?: boolean; place?: Place | undefined };

/** What a text would be with these values, shortened; undefined where it refers to nothing that they can tell. */
export function filledText(
  text: string,
  context: object,
  { isBare = false, shorthand = false, place }: How,
): string | undefined {
  if (isBare) {
    const value = hasRoot(text) || shorthand ? readPath(context, text, { shorthand }) : undefined;
    return value === undefined ? undefined : shown(value);
  }
  const found = references(text).some(({ path }) => readPath(context, path, { shorthand }) !== undefined);
  return found ? shown(resolveTemplate(text, context, { shorthand, place })) : undefined;
}

/** A value in one line; of a list also how long it is. */
export function shown(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const count = Array.isArray(value) ? `${value.length === 1 ? "1 item" : `${value.length} items`}: ` : "";
  const line = `${count}${text}`;
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
