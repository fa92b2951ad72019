import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { COMMANDS } from "./commands.ts";

const PAGE = readFileSync("docs/command-line.md", "utf8");

test.each(COMMANDS.map(({ name }) => [name]))("%s is on the page about the command line", (name) => {
  expect(PAGE).toContain(`formulary ${name}`);
});

test.each(COMMANDS.map(({ name, examples }) => [name, examples] as const))(
  "the examples of %s run it",
  (name, examples) => {
    expect(examples.length).toBeGreaterThan(0);
    const verbs = [name, ...(COMMANDS.find((one) => one.name === name)?.aliases ?? [])];
    for (const example of examples)
      expect(
        verbs.some((verb) => example.includes(`formulary ${verb}`)),
        example,
      ).toBe(true);
  },
);

test("every line of the page is a command that exists", () => {
  const lines = [...PAGE.matchAll(/^(?:.* \| )?formulary (\w+(?: \w+)?)/gm)].map(([, words = ""]) => words);
  expect(lines.length).toBeGreaterThan(15);
  const known = COMMANDS.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  expect(lines.filter((words) => !known.some((name) => words === name || words.startsWith(`${name} `)))).toEqual([]);
});
