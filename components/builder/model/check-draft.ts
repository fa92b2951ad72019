import { addressProblems } from "#server/element/definition/address-problems.ts";
import { elementRefusals } from "#server/element/definition/check.ts";
import { prepareElement } from "#server/element/definition/prepare.ts";
import { elementSchema } from "#server/element/shape.ts";
import type { ElementDraft } from "./element-draft.ts";
import type { Problem } from "./problem.ts";

/** Default values that can be published, though no request with them can be sent. */
export function warningsIn(draft: ElementDraft): Problem[] {
  const parsed = elementSchema.safeParse(draft);
  if (!parsed.success) return [];
  return addressProblems(parsed.data).map(({ path, message }) => ({ path, message: withoutPlace(message) }));
}

const withoutPlace = (message: string): string => message.replace(/^[\w.]+: /, "");

/** Everything that the server would refuse in this draft, by the rules of the server. */
export function checkDraft(draft: ElementDraft): Problem[] {
  const parsed = elementSchema.safeParse(draft);
  if (!parsed.success)
    return parsed.error.issues.map(({ path, message }) => ({
      path: path.filter((key) => typeof key !== "symbol"),
      message,
    }));
  return elementRefusals(prepareElement(parsed.data, { elementId: 1 })).map(({ path, message }) => ({
    path,
    message: message.replace(/^\w+: /, ""),
  }));
}
