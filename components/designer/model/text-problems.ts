import { cutText } from "#server/cut-text.ts";
import { references } from "#server/formula/expression.ts";
import { expressionProblems } from "#server/formula/expression-problems.ts";
import { hasRoot, referredIn } from "#server/formula/path.ts";
import type { Draft, PartRef } from "./draft.ts";
import { namesOf } from "./names.ts";
import { type Known, referencesIn } from "./references-in.ts";

/** The problem of a text, and the probably intended text if there is one. */
export type TextProblem = { message: string; fix?: { label: string; text: string } };

/** Text that only looks like a reference, references to nothing, and references without a value in the last run. */
export function problemsInText(draft: Draft, at: PartRef, text: string, known: Known): TextProblem[] {
  const { speech, isBare = false } = known;
  const { t } = speech;
  const [braced] = isBare ? references(text) : [];
  if (braced && braced.start === 0 && braced.end === text.length)
    return [
      {
        message: t("problems.bracedPath"),
        fix: { label: t("problems.write", { text: braced.path }), text: braced.path },
      },
    ];
  if (isBare && text.trim() !== "" && !isPathOf(draft, text.trim()))
    return [{ message: t("problems.noPath", { text: cutText(text, MOST_SHOWN) }) }];
  const written = isBare ? [] : expressionProblems(text, { shorthand: draft.engine !== "v3", names: namesOf(draft) });
  const seen = new Set<string>();
  const wrong = referencesIn(draft, at, text, known).flatMap(({ message, meant, path, start, end }): TextProblem[] => {
    if (message === undefined || seen.has(message)) return [];
    seen.add(message);
    if (meant === undefined) return [{ message }];
    const fixed = text.slice(start, end).replace(path, () => meant);
    const fix = {
      label: t("problems.write", { text: fixed }),
      text: text.slice(0, start) + fixed + text.slice(end),
    };
    return [{ message, fix }];
  });
  return [
    ...written.map(({ message, start, end, fix }) => ({
      message,
      ...(fix !== undefined && {
        fix: { label: t("problems.write", { text: fix }), text: text.slice(0, start) + fix + text.slice(end) },
      }),
    })),
    ...wrong,
  ];
}

const MOST_SHOWN = 60;

/** Whether a path without braces refers to something; engine v1 also finds the names of variables and steps. */
const isPathOf = (draft: Draft, path: string): boolean =>
  hasRoot(path) || (draft.engine !== "v3" && referredIn(path, namesOf(draft), true) !== undefined);
