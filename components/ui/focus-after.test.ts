import { readdirSync, readFileSync } from "node:fs";
import ts from "@typescript/typescript6";
import { expect, test } from "vitest";

const ROOT = new URL("../", import.meta.url);

/** Files that move the focus later, each with its reason. */
const EXCEPTIONS: Record<string, string> = {
  "designer/use-focus-target.ts":
    "waits for the fields of a step, whose code is loaded, as long as nobody moves the focus",
  "designer/canvas/canvas.tsx": "waits until the view has moved to a step that was not rendered",
};

/** The calls that do something later in which the focus is moved. */
function laterFocus(source: string): string[] {
  const found: string[] = [];
  const file = ts.createSourceFile("source.tsx", source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const visit = (node: ts.Node): void => {
    if (
      ts.isCallExpression(node) &&
      /(?:^|\.)(?:requestAnimationFrame|setTimeout|queueMicrotask)$/.test(node.expression.getText()) &&
      node.arguments.some((argument) => /focus|\bselect\(\)|\bland\b/i.test(argument.getText()))
    )
      found.push(node.getText());
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

test.each([
  ["requestAnimationFrame(() => field.current?.focus());", 1],
  ["setTimeout(() => focusPart(id), 10);", 1],
  ["window.setTimeout(() => input.select(), 10);", 1],
  ["requestAnimationFrame(() => flow.fitView());", 0],
  ["focusAfter(() => setOpen(true), () => field.current);", 0],
])("%s moves the focus later: %i", (source, count) => {
  expect(laterFocus(source)).toHaveLength(count);
});

test("no component moves the focus in a later frame", () => {
  const files = readdirSync(ROOT, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".test.ts"));
  const late = files.filter((file) => laterFocus(readFileSync(new URL(file, ROOT), "utf8")).length > 0);
  expect(late.sort()).toEqual(Object.keys(EXCEPTIONS).sort());
});
