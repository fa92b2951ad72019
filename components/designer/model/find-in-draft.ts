import { foldedText } from "#server/search-text.ts";
import type { Draft, PartRef } from "./draft.ts";
import { partsOf } from "./graph.ts";

/** A place in a formula whose text contains the searched one: the name of a part, or one of its properties. */
export type Found = { at: PartRef; property: string | undefined; line: string };

const LONGEST = 120;

/** The places in names, notes, expressions and scripts that contain the text, in the order of the formula. */
export function findInDraft(draft: Draft, searched: string): Found[] {
  const wanted = foldedText(searched.trim());
  if (wanted === "") return [];
  const matching = (text: string) => text.split("\n").find((line) => foldedText(line).includes(wanted));
  return partsOf(draft).flatMap(({ ref, part }) => {
    const name = "step" in ref ? ref.step : part.type;
    const notes = "description" in part ? (part.description ?? "") : "";
    const ownTexts: [string | undefined, string][] = [
      [undefined, name],
      [undefined, notes],
    ];
    const properties = Object.entries(part.properties).map(([property, value]): [string, string] => [
      property,
      textsIn(value).join("\n"),
    ]);
    return [...ownTexts, ...properties].flatMap(([property, text]) => {
      const line = matching(text);
      return line === undefined ? [] : [{ at: ref, property, line: line.trim().slice(0, LONGEST) }];
    });
  });
}

/** The texts of a value: keys and values of objects, one a line. */
function textsIn(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value === "object")
    return Object.entries(value).flatMap(([key, inner]) => {
      const [first, ...rest] = textsIn(inner);
      return [first === undefined ? key : `${key}: ${first}`, ...rest];
    });
  return [String(value)];
}
