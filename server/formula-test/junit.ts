import type { Difference } from "./compare.ts";

export type TestResult = { name: string; passed: boolean; differences: readonly Difference[]; durationMs: number };

const ESCAPED: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string =>
  text
    // XML cannot represent them.
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "�")
    .replaceAll(/[&<>"]/g, (character) => ESCAPED[character] ?? character);

/** Describes a difference in a sentence. */
export function differenceText({ kind, at, expected, actual }: Difference): string {
  if (kind === "missing") return `${at} was not reached`;
  if (kind === "unexpected") return `${at} was reached, other than in the test`;
  if (kind === "error" && expected === "") return `${at} is ${actual}, where the test has none`;
  if (kind === "error" && actual === "") return `${at} is gone, where the test has ${expected}`;
  if (kind === "order") return `${actual} ran where the test has ${expected}`;
  if (kind === "request") return `${at} ${actual}`;
  return `${at} is ${actual}, not ${expected}`;
}

/** The results in JUnit format, which pipelines show. */
export function junitXml(formulas: readonly { name: string; results: readonly TestResult[] }[]): string {
  const suites = formulas.map(({ name, results }) => {
    const failures = results.filter(({ passed }) => !passed).length;
    const cases = results.map((result) => {
      const attributes = `name="${escaped(result.name)}" classname="${escaped(name)}" time="${(result.durationMs / 1000).toFixed(3)}"`;
      if (result.passed) return `    <testcase ${attributes}/>`;
      const [first] = result.differences;
      const text = result.differences.map(differenceText).join("\n");
      return `    <testcase ${attributes}>\n      <failure message="${escaped(first ? differenceText(first) : "")}">${escaped(text)}</failure>\n    </testcase>`;
    });
    return `  <testsuite name="${escaped(name)}" tests="${results.length}" failures="${failures}">\n${cases.join("\n")}\n  </testsuite>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join("\n")}\n</testsuites>\n`;
}
