import { readPath, references, resolveTemplate } from "#server/formula/expression.ts";
import { hasRoot } from "#server/formula/path.ts";
import type { Place } from "#server/formula/place.ts";
import type { Speech } from "../model/speech.ts";

const LONGEST = 400;

type How = { speech: Speech; isBare?: boolean; shorthand?: boolean; place?: Place | undefined };

/** A text with these values filled in, shortened; undefined if it only refers to unknown values. */
export function filledText(
  text: string,
  context: object,
  { speech, isBare = false, shorthand = false, place }: How,
): string | undefined {
  if (isBare) {
    const value = hasRoot(text) || shorthand ? readPath(context, text, { shorthand }) : undefined;
    return value === undefined ? undefined : shown(value, speech);
  }
  const found = references(text).some(({ path }) => readPath(context, path, { shorthand }) !== undefined);
  return found ? shown(resolveTemplate(text, context, { shorthand, place }), speech) : undefined;
}

/** A value in one line; a list also with its length. */
export function shown(value: unknown, { t }: Speech): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const line = Array.isArray(value) ? t("field.items", { count: value.length, text }) : text;
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
