import { references } from "#server/formula/expression.ts";
import { isExpression } from "#server/formula/property.ts";
import { type StatusRange, statusCodes } from "#server/formula/status-codes.ts";

/** The parsed list of status codes, as the runtime reads it. */
export type CodesRead = {
  parts: { text: string; problem?: string }[];
  /** Why the runtime would refuse it … */
  problem?: string;
  /** … and the part that is wrong. */
  isOfPart?: true;
  /** Unknown until the step runs if it contains a reference. */
  ranges?: StatusRange[];
};

/** The parts between the commas as they are written; joined by commas they form the text again. */
export function codeParts(text: string): string[] {
  if (text.trim() === "") return [];
  const inside = references(text);
  const parts: string[] = [];
  let from = 0;
  for (let at = text.indexOf(","); at >= 0; at = text.indexOf(",", at + 1)) {
    if (inside.some(({ start, end }) => start < at && at < end)) continue;
    parts.push(text.slice(from, at));
    from = at + 1;
  }
  return [...parts, text.slice(from)];
}

export function readCodes(text: string): CodesRead {
  const parts = codeParts(text).map((part) => ({ text: part.trim(), ...problemIn(part) }));
  if (parts.length === 0) return { parts };
  const wrong = parts.find((part) => part.problem !== undefined);
  if (wrong?.problem !== undefined) return { parts, problem: wrong.problem, isOfPart: true };
  const whole = problemIn(text);
  return { parts, ...whole, ...(!whole.problem && !isExpression(text) && { ranges: statusCodes.parse(text) }) };
}

function problemIn(text: string): { problem?: string } {
  const problem = isExpression(text) ? undefined : statusCodes.safeParse(text).error?.issues[0]?.message;
  return problem ? { problem } : {};
}
