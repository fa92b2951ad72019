import { syntaxErrorOf, syntaxProblemText } from "#server/script/syntax-error.ts";
import type { Element, Hook } from "../shape.ts";
import type { ElementWarning } from "./warning.ts";

/**
 * Hooks with a syntax error, so that each request that runs them would fail. Such elements can be saved, as exports are
 * imported unchanged.
 */
export const scriptProblems = ({ hooks, resources }: Pick<Element, "hooks" | "resources">): ElementWarning[] => [
  ...brokenHooks(["hooks"], hooks),
  ...resources.flatMap(({ hooks: own }, at) => brokenHooks(["resources", at, "hooks"], own)),
];

const brokenHooks = (path: ElementWarning["path"], hooks: readonly Hook[]): ElementWarning[] =>
  hooks.flatMap(({ body }, at) => {
    const error = syntaxErrorOf(body);
    if (!error) return [];
    const { line, message } = error;
    return [
      {
        path: [...path, at, "body"],
        message: `body: ${syntaxProblemText(error)}.`,
        reason: { key: "brokenScript", values: { line: String(line), message } },
      },
    ];
  });
