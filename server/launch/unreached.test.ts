import { expect, test } from "vitest";
import { unreached } from "./unreached.mjs";

const unreachedOf = (imports: Record<string, string[]>, entry: string) =>
  unreached(
    Object.entries(imports).map(([source, of]) => ({ source, dependencies: of.map((resolved) => ({ resolved })) })),
    (path) => path === entry,
  ).map(({ source }) => source);

test.each<[name: string, imports: Record<string, string[]>, unreached: string[]]>([
  ["what the entry imports, and what that imports", { main: ["a"], a: ["b"], b: [] }, []],
  ["what nobody imports", { main: [], alone: [] }, ["alone"]],
  [
    "what only a test imports",
    { main: ["a"], a: [], "helper.test": ["helper"], helper: [] },
    ["helper.test", "helper"],
  ],
  ["what imports itself in a circle", { main: [], a: ["b"], b: ["a"] }, ["a", "b"]],
  ["a circle with a way in", { main: ["a"], a: ["b"], b: ["a"] }, []],
  ["a package, which is no module here", { main: ["zod"] }, []],
])("finds %s", (_, imports, expected) => expect(unreachedOf(imports, "main")).toEqual(expected));
