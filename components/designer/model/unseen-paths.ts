import { readPath } from "#server/formula/expression.ts";
import { nameIn, rootOf } from "#server/formula/path.ts";
import type { RouterOutputs } from "../../api/trpc.ts";
import type { Draft } from "./draft.ts";
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
  const root = rootOf(path);
  if (root === "trigger") {
    const isSame = draft.triggers[0]?.type === triggerType && Object.keys(context.trigger).length > 0;
    const below = belowOf(path, root.length);
    return isSame && below && isMissing(context, path) ? t("problems.notStartedWith", { path: below }) : undefined;
  }
  if (root !== "steps") return undefined;
  const { name, end } = nameIn(path, Object.keys(context.steps)) ?? {};
  if (name === undefined || end === path.length || cut.includes(name) || failed.includes(name)) return undefined;
  return isMissing(context, path) ? t("problems.hadNo", { name, path: belowOf(path, end) }) : undefined;
}

const belowOf = (path: string, end: number | undefined) => path.slice(end).replace(/^\./, "");

const isMissing = (context: object, path: string) => readPath(context, path) === undefined;
