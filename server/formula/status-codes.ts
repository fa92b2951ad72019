import { z } from "zod";

export type StatusRange = { from: number; to: number };

/**
 * A list of HTTP status codes as people write it (spec §2.5): `200,201`, `200-205` or `200-205,208`. Codes are 100 to
 * 599; a number and a list of numbers are accepted, too. The error names the part that is wrong.
 */
export const statusCodes = z.preprocess(
  (value) => (typeof value === "number" || Array.isArray(value) ? String(value) : value),
  z.string("must be status codes such as 200,201 or 200-205").transform((text, refinement) => {
    const ranges: StatusRange[] = [];
    for (const part of text.split(",").slice(0, MOST_PARTS + 1)) {
      const problem =
        ranges.length === MOST_PARTS ? `has more than ${MOST_PARTS} parts` : addRange(ranges, part.trim());
      if (!problem) continue;
      refinement.addIssue({ code: "custom", message: problem, input: text });
      return z.NEVER;
    }
    return ranges;
  }),
);

export const includesCode = (ranges: StatusRange[], code: number) =>
  ranges.some(({ from, to }) => from <= code && code <= to);

const MOST_PARTS = 500;

/** Adds the codes of one part, or returns its error. */
function addRange(ranges: StatusRange[], part: string): string | undefined {
  const [, first, last = first] = /^(\d{1,9})(?:\s*-\s*(\d{1,9}))?$/.exec(part) ?? [];
  if (first === undefined) return `"${part.slice(0, 40)}" is not a status code or a range such as 200-205`;
  const range = { from: Number(first), to: Number(last) };
  if (range.from < 100 || range.to > 599) return `"${part}" is outside 100-599`;
  if (range.from > range.to) return `"${part}" runs backwards`;
  ranges.push(range);
  return undefined;
}
