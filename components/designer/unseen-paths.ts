import { readPath } from "#server/formula/expression.ts";
import type { Answer } from "../shell/trpc.ts";
import type { Draft } from "./draft.ts";
import { longestName, splitPath } from "./names.ts";

/** What expressions found at the end of a run. */
export type RunValues = Answer["execution"]["values"];

/**
 * Says that the last run did not have what a path names, although what it begins with was there: the step did what it
 * should, and the run was started in the way that the formula still is.
 */
export function unseenPath({ context, triggerType, cut, failed }: RunValues, draft: Draft, path: string) {
  const [root, rest] = splitPath(path);
  if (root === "trigger") {
    const isSame = draft.triggers[0]?.type === triggerType && Object.keys(context.trigger).length > 0;
    return isSame && rest && isMissing(context, path) ? `The last run was started without ${rest}.` : undefined;
  }
  if (root !== "steps") return undefined;
  const name = longestName(Object.keys(context.steps), rest);
  if (name === undefined || rest === name || cut.includes(name) || failed.includes(name)) return undefined;
  const below = rest.slice(name.length).replace(/^\./, "");
  return isMissing(context, path) ? `In the last run "${name}" had no ${below}.` : undefined;
}

const isMissing = (context: object, path: string) => readPath(context, path) === undefined;
