import { elementRefusals } from "#server/element/definition/check.ts";
import { prepareElement } from "#server/element/definition/prepare.ts";
import { elementWarnings } from "#server/element/definition/warnings.ts";
import { elementSchema } from "#server/element/shape.ts";
import type { ElementDraft } from "./element-draft.ts";
import type { Problem } from "./problem.ts";

/** Everything that the server would refuse in this draft, by its own rules, and what its requests would fail by. */
export function checkDraft(draft: ElementDraft): Problem[] {
  const parsed = elementSchema.safeParse(draft);
  if (!parsed.success)
    return parsed.error.issues.map(({ path, message }) => ({
      severity: "error",
      path: path.filter((key) => typeof key !== "symbol"),
      message,
    }));
  const refusals = elementRefusals(prepareElement(parsed.data, { elementId: 1 }));
  return [
    ...refusals.map(({ path, message }) => ({ severity: "error" as const, path, message: withoutPlace(message) })),
    ...elementWarnings(parsed.data).map(({ message, ...warning }) => ({
      ...{ ...warning, severity: "warning" as const, message: withoutPlace(message) },
    })),
  ];
}

const withoutPlace = (message: string): string => message.replace(/^[\w.]+: /, "");
