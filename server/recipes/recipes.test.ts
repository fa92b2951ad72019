import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { BLOCKS, CHANGED } from "./recipes.ts";

const ROOT = path.join(import.meta.dirname, "../..");

/** Folders with a registry that no recipe is about, and where it is described instead. */
const WITHOUT_RECIPE = new Set([
  "server/catalog", // docs/elements.md
  "server/demo-provider/providers",
  "server/element/changes", // rules that compare two definitions, several in a file
  "server/new",
]);

/** Every registry of kinds. */
const REGISTRIES = readdirSync(path.join(ROOT, "server"), { recursive: true, encoding: "utf8" })
  .filter((file) => path.basename(file) === "registry.ts" && path.dirname(file) !== ".")
  .map((file) => path.join("server", file))
  .filter((file) => !WITHOUT_RECIPE.has(path.dirname(file)));

test("every kind has a recipe", () => {
  expect(REGISTRIES.length).toBeGreaterThan(9);
  expect(REGISTRIES.filter((file) => !CHANGED.includes(file))).toEqual([]);
});

test.each(REGISTRIES)("a kind is one file and one row of %s: no other file of the source is changed", (registry) => {
  const own = BLOCKS.filter(({ file }) => file.startsWith(`${path.dirname(registry)}/`));
  expect(own.map(({ isChange }) => isChange)).toEqual([false, true]);
  const [, change] = own;
  expect(change?.file).toBe(registry);
  expect(change?.code.match(/^\+/gm)).toHaveLength(2);
});
