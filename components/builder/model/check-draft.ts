import { elementRefusals } from "#server/element/definition/check.ts";
import { prepareElement } from "#server/element/definition/prepare.ts";
import { elementSchema } from "#server/element/shape.ts";
import type { ElementDraft } from "./element-draft.ts";
import type { Problem } from "./problem.ts";

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
