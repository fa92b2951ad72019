import { expect, test } from "vitest";
import { formula } from "./kinds/formula.ts";
import { readFiles } from "./read-files.ts";
import { writeFiles } from "./write-files.ts";

const FILE = "formulas/Sync/say.js";
const filesOf = (body: string) =>
  writeFiles([
    {
      kind: formula,
      json: { name: "Sync", triggers: [], steps: [{ name: "say", type: "script", properties: { body } }] },
    },
  ]);
const bodyIn = (files: ReadonlyMap<string, string>) => {
  const [read] = readFiles(files).definitions;
  const [step] = (read?.json.steps ?? []) as { properties: { body: string } }[];
  return step?.properties.body;
};

test.each(["done({});", "done({});\n", "done({});\n\n", "\n", "one();\ntwo();"])(
  "the script %j is the same after it was written and read, and its file ends with a newline",
  (body) => {
    const files = filesOf(body);
    expect(files.get(FILE)).toBe(`${body}\n`);
    expect(bodyIn(files)).toBe(body);
  },
);

test("a file whose editor removes the newline at its end has the same script", () => {
  expect(bodyIn(new Map([...filesOf("done({});"), [FILE, "done({});"]]))).toBe("done({});");
});
