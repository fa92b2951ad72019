import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const ROOT = new URL("../", import.meta.url);

/**
 * Listeners of the events that the browser fires when the router leaves a page, which it does in the middle of rendering,
 * and the functions that such listeners call.
 */
const WHILE_RENDERING =
  /addEventListener\(\s*"(?:beforeunload|navigate)"|\bholdInput\(|\.attach\(|\buseLeavingWarning\(/;

const files = readdirSync(ROOT, { recursive: true, encoding: "utf8" }).filter(
  (file) => /\.tsx?$/.test(file) && !file.endsWith(".test.ts"),
);
const calledThen = files.filter((file) => WHILE_RENDERING.test(readFileSync(new URL(file, ROOT), "utf8")));

test("functions that run when a page is left are no effect events, which React refuses while it renders", () => {
  expect(calledThen).toContain("ui/use-leaving-warning.ts");
  expect(calledThen.length).toBeGreaterThan(4);
  const broken = calledThen.filter((file) => /\buseEffectEvent\b/.test(readFileSync(new URL(file, ROOT), "utf8")));
  expect(broken).toEqual([]);
});
