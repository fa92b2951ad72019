import { hasRoot, type Names, referredIn } from "./path.ts";

/** Text that looks like a reference but is invalid (C02). */
export type ExpressionProblem = {
  message: string;
  start: number;
  end: number;
  /** The probable intention, if known. */
  fix?: string;
};

/**
 * The errors in a text's references, for the linter (spec §2.3): `$steps.x`, `${}`, `${steps.x` without its end,
 * `${steps..x}`, nested ones, and shortcuts such as `${stepName}` unless `shorthand` allows them (engine v1). With the
 * `names` of the formula it suggests the full reference. Linear in the text.
 */
export function expressionProblems(text: string, options: Options = {}): ExpressionProblem[] {
  return [...unbraced(text), ...braced(text, options)].toSorted((a, b) => a.start - b.start);
}

type Options = { shorthand?: boolean; names?: Names };

function unbraced(text: string): ExpressionProblem[] {
  return [...text.matchAll(/\$(?:steps|config|trigger|info)\.[\w-]+(?:[.[][\w\]-]+)*/g)].map(
    ({ 0: written, index }) => ({
      message: `${written} needs braces after the dollar sign.`,
      start: index,
      end: index + written.length,
      fix: `\${${written.slice(1)}}`,
    }),
  );
}

function braced(text: string, { shorthand = false, names }: Options): ExpressionProblem[] {
  const problems: ExpressionProblem[] = [];
  for (let open = text.indexOf("${"); open >= 0; ) {
    const close = text.indexOf("}", open);
    if (close < 0)
      return [...problems, { message: "This reference has no closing brace.", start: open, end: text.length }];
    const path = text.slice(open + 2, close).trim();
    const message = wrongInside(path, shorthand);
    const root = message === noRoot(path) && names ? rootFor(path, names) : undefined;
    if (message)
      problems.push({
        message,
        start: open,
        end: close + 1,
        ...(root && { fix: `\${${root}${path.startsWith("[") ? "" : "."}${path}}` }),
      });
    open = text.indexOf("${", close);
  }
  return problems;
}

function wrongInside(path: string, shorthand: boolean): string | undefined {
  if (path === "") return "This reference is empty.";
  if (path.includes("${")) return "References cannot contain references.";
  if (/^\.|\.\.|\.$|\.\[/.test(path)) return `"${path}" has an empty part.`;
  if (!shorthand && !hasRoot(path)) return noRoot(path);
  return undefined;
}

const noRoot = (path: string) => `"${path}" must begin with steps, config, trigger or info.`;

/** The root of a name without one, as the runtime of engine v1 finds it. */
const rootFor = (path: string, names: Names) => referredIn(path, names, true)?.root;
