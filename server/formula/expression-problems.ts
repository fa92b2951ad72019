import { hasRoot } from "./expression.ts";

/** Something in a text that looks like a reference and is none (reliability C02). */
export type ExpressionProblem = {
  message: string;
  start: number;
  end: number;
  /** What was probably meant, where one can tell. */
  fix?: string;
};

/**
 * What is wrong with the references of a text, for the linter (spec §2.3): `$steps.x`, `${}`, `${steps.x` without
 * its end, `${steps..x}`, nested ones, and shortcuts such as `${stepName}` unless `shorthand` allows them (engine v1).
 * Linear in the text.
 */
export function expressionProblems(text: string, { shorthand = false } = {}): ExpressionProblem[] {
  return [...unbraced(text), ...braced(text, shorthand)].toSorted((a, b) => a.start - b.start);
}

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

function braced(text: string, shorthand: boolean): ExpressionProblem[] {
  const problems: ExpressionProblem[] = [];
  for (let open = text.indexOf("${"); open >= 0; ) {
    const close = text.indexOf("}", open);
    if (close < 0)
      return [...problems, { message: "This reference has no closing brace.", start: open, end: text.length }];
    const message = wrongInside(text.slice(open + 2, close).trim(), shorthand);
    if (message) problems.push({ message, start: open, end: close + 1 });
    open = text.indexOf("${", close);
  }
  return problems;
}

function wrongInside(path: string, shorthand: boolean): string | undefined {
  if (path === "") return "This reference is empty.";
  if (path.includes("${")) return "References cannot contain references.";
  if (/^\.|\.\.|\.$|\.\[/.test(path)) return `"${path}" has an empty part.`;
  if (!shorthand && !hasRoot(path)) return `"${path}" must begin with steps, config, trigger or info.`;
  return undefined;
}
