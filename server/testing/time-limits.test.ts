import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "@typescript/typescript6";
import { expect, test } from "vitest";
import config from "../../vitest.config.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const { testTimeout = 0, expect: { poll = {} } = {} } = config.test ?? {};

/** The limits of vitest.config.ts, which are long enough for a busy machine: a shorter one fails there. */
const SHORTEST: Record<string, number> = {
  ...Object.fromEntries(
    ["test", "it", "beforeAll", "beforeEach", "afterAll", "afterEach"].map((name) => [name, testTimeout]),
  ),
  ...{ poll: poll.timeout ?? 0, waitFor: poll.timeout ?? 0, waitUntil: poll.timeout ?? 0 },
};

const numberIn = (node: ts.Node | undefined): number | undefined =>
  node && ts.isNumericLiteral(node) ? Number(node.text.replaceAll("_", "")) : undefined;

/** The limit among the parameters of a call: a number at the end, or `timeout` in an object. */
function limitOf({ arguments: parameters }: ts.CallExpression): number | undefined {
  for (const parameter of parameters) {
    if (!ts.isObjectLiteralExpression(parameter)) continue;
    const timeout = parameter.properties.find(
      (property) => ts.isPropertyAssignment(property) && property.name.getText() === "timeout",
    );
    if (timeout && ts.isPropertyAssignment(timeout)) return numberIn(timeout.initializer);
  }
  return numberIn(parameters.length > 1 ? parameters.at(-1) : undefined);
}

/** `test` of `test.each(…)(…)`, and `poll` of `expect.poll(…)`. */
function nameOf(callee: ts.Expression): string {
  if (ts.isCallExpression(callee)) return nameOf(callee.expression);
  if (!ts.isPropertyAccessExpression(callee)) return callee.getText();
  return Object.hasOwn(SHORTEST, callee.name.text) ? callee.name.text : nameOf(callee.expression);
}

function shortLimitsIn(file: string): string[] {
  const found: string[] = [];
  const source = ts.createSourceFile(file, readFileSync(`${ROOT}/${file}`, "utf8"), ts.ScriptTarget.Latest, true);
  source.forEachChild(function visit(node) {
    if (ts.isCallExpression(node)) {
      const limit = limitOf(node);
      const least = SHORTEST[nameOf(node.expression)];
      if (limit !== undefined && least !== undefined && limit < least)
        found.push(`${file}:${source.getLineAndCharacterOfPosition(node.getEnd()).line + 1}: ${limit}`);
    }
    node.forEachChild(visit);
  });
  return found;
}

test("no test waits for a shorter time than all tests do", () => {
  const files = globSync("{server,components,e2e}/**/*.test.ts", { cwd: ROOT });
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap(shortLimitsIn)).toEqual([]);
});
