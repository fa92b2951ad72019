import { readPath } from "#server/formula/expression.ts";
import type { RouterOutputs } from "../../api/trpc.ts";
import type { Draft } from "./draft.ts";
import { longestName, splitPath } from "./names.ts";
import type { Speech } from "./speech.ts";

/** The values that expressions could access at the end of a run. */
export type RunValues = RouterOutputs["execution"]["values"];

/**
 * Reports that the last run had no value at a path, although its parent existed: the step succeeded, and the run had
 * the trigger that the formula still has.
 */
export function unseenPath(
  { context, triggerType, cut, failed }: RunValues,
  draft: Draft,
  path: string,
  { t }: Speech,
): string | undefined {
  const [root, rest] = splitPath(path);
  if (root === "trigger") {
    const isSame = draft.triggers[0]?.type === triggerType && Object.keys(context.trigger).length > 0;
    return isSame && rest && isMissing(context, path) ? t("problems.notStartedWith", { path: rest }) : undefined;
  }
  if (root !== "steps") return undefined;
  const name = longestName(Object.keys(context.steps), rest);
  if (name === undefined || rest === name || cut.includes(name) || failed.includes(name)) return undefined;
  const below = rest.slice(name.length).replace(/^\./, "");
  return isMissing(context, path) ? t("problems.hadNo", { name, path: below }) : undefined;
}

const isMissing = (context: object, path: string) => readPath(context, path) === undefined;
