import { expect, test } from "vitest";
import { counterparts } from "./counterparts.ts";

const folder = (files: Record<string, string>) => new Map(Object.entries(files));
const formula = (name: string) => JSON.stringify({ name, triggers: [], steps: [] });
const differing = (there: Record<string, string>, here: Record<string, string>) =>
  counterparts(folder(there), folder(here)).flatMap(({ file, published, local }) =>
    published === local
      ? []
      : [`${file} ${published === undefined ? "new" : local === undefined ? "missing" : "changed"}`],
  );
const NEW = { "formulas/New/formula.json": formula("New"), "formulas/New/say.js": "1" };
const OLD = { "formulas/Old/formula.json": formula("Old"), "formulas/Old/say.js": "1" };
const RENAMED = { "formulas/Old/formula.json": formula("New"), "formulas/Old/say.js": "1" };

test.each([
  ["the same files", NEW, NEW, []],
  ["a definition in the folder of its old name", NEW, RENAMED, []],
  ["a changed script of it", NEW, { ...RENAMED, "formulas/Old/say.js": "2" }, ["formulas/Old/say.js changed"]],
  [
    "a definition whose old one still exists",
    { ...NEW, ...OLD },
    RENAMED,
    ["formulas/Old/formula.json missing", "formulas/Old/say.js missing"],
  ],
  [
    "a renamed one that is not published",
    OLD,
    RENAMED,
    [
      "formulas/Old/formula.json missing",
      "formulas/Old/formula.json new",
      "formulas/Old/say.js missing",
      "formulas/Old/say.js new",
    ],
  ],
  ["files without a definition", { "note.js": "1" }, { "note.js": "2" }, ["note.js changed"]],
  [
    "two of one name, by their folders",
    {
      "formulas/A/formula.json": formula("Twin"),
      "formulas/A_2/formula.json": formula("Twin"),
      "formulas/A_2/x.js": "1",
    },
    {
      "formulas/A/formula.json": formula("Twin"),
      "formulas/A_2/formula.json": formula("Twin"),
      "formulas/A_2/x.js": "2",
    },
    ["formulas/A_2/x.js changed"],
  ],
] as const)("%s", (_, there, here, expected) => expect(differing(there, here).sort()).toEqual([...expected].sort()));
