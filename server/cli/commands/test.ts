import { writeFile } from "node:fs/promises";
import path from "node:path";
import { readFiles } from "#server/definition-files/read-files.ts";
import { portLabel } from "#server/formula/step-outcome.ts";
import type { Edge } from "#server/formula-test/coverage.ts";
import { differenceText, junitXml, type TestResult } from "#server/formula-test/junit.ts";
import { pluralize } from "#server/pluralize.ts";
import { defineCommand } from "../command.ts";
import { readBeside } from "../folder.ts";
import { fileToRead, fileToWrite } from "../paths.ts";
import { CommandError, EXIT } from "../world.ts";

type Options = { formula: string[]; definition?: string; junit?: string; coverage?: boolean };

type Ran = {
  formulaName: string;
  passed: boolean;
  results: TestResult[];
  coverage: { edges: number; covered: number; missing: Edge[] };
};
export const test = defineCommand<Options>({
  name: "test",
  summary: "Run the tests of formulas; ends with 1 if one fails",
  options: [
    ["--formula <id>", "only this formula; can be repeated", []],
    ["--definition <file>", "test this definition instead of what is published; needs one --formula"],
    ["--junit <file>", "write the results in the format of JUnit"],
    ["--coverage", "name the ways through each formula that no test takes"],
  ],
  examples: [
    "formulary test",
    "formulary test --formula 7 --definition formula.json",
    "formulary test --junit results.xml",
  ],
  async run({ api, print, world }, { formula, definition, junit, coverage = false }) {
    const calls = await api();
    if (definition !== undefined && formula.length !== 1)
      throw new CommandError("--definition: name the one formula that it is of with --formula.");
    const body = definition === undefined ? {} : { formula: await readFormula(await fileToRead(world, definition)) };
    const report = junit === undefined ? undefined : await fileToWrite(world, junit);
    const ids: (string | number)[] = [...formula];
    if (formula.length === 0) for await (const { id } of calls.list("/formulas")) ids.push(id);
    const all: Ran[] = [];
    for (const id of ids) {
      const place = `/formulas/${encodeURIComponent(id)}/tests/runs`;
      const ran: Ran = await calls.json("POST", place, { body });
      if (ran.results.length === 0 && formula.length === 0) continue;
      all.push(ran);
      print.line(ran.formulaName);
      for (const result of ran.results) {
        print.line(
          `  ${print.color(result.passed ? "green" : "red", result.passed ? "pass" : "FAIL")}  ${result.name}  ${result.durationMs} ms`,
        );
        for (const difference of result.differences) print.line(`        ${differenceText(difference)}`);
      }
      if (coverage) {
        print.line(`  ${ran.coverage.covered} of ${ran.coverage.edges} ways are tested`);
        for (const { step, type, took, to } of ran.coverage.missing)
          print.line(`        ${step}, ${portLabel(type, took)} → ${to.join(", ")}`);
      }
    }
    const results = all.flatMap((ran) => ran.results);
    const failed = results.filter(({ passed }) => !passed).length;
    print.line(`${results.length - failed} passed, ${failed} failed.`);
    print.result(all);
    if (report !== undefined)
      await writeFile(report, junitXml(all.map(({ formulaName: name, results: of }) => ({ name, results: of }))));
    return failed > 0 ? EXIT.failed : EXIT.success;
  },
});

/** The formula in a file, with its scripts. Refuses (CommandError) a file that has no formula, or several. */
async function readFormula(file: string): Promise<unknown> {
  const name = path.basename(file);
  const { definitions, skipped } = readFiles(await readBeside(file));
  const formulas = definitions.filter(
    ({ kind, path: from, isNested }) => from === name && kind.noun === "formula" && !isNested,
  );
  if (formulas.length === 1) return formulas[0]?.json;
  const why = skipped.find(({ path: from }) => from === name)?.message;
  throw new CommandError(
    `--definition: ${why ?? `${name} has ${formulas.length === 0 ? "no formula" : `${pluralize(formulas.length, "formula")}; name a file with one`}.`}`,
  );
}
