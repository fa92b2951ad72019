import { parseArgs } from "node:util";
import { pluralize } from "../pluralize.ts";
import { fuzz } from "./fuzz.ts";
import { PARSERS } from "./parsers.ts";

// `npm run fuzz -- --cases 10000000 --only XML`: other texts in each run. Prints the seed, with which `--seed` repeats it.

const { values } = parseArgs({
  options: { cases: { type: "string", default: "10000000" }, only: { type: "string" }, seed: { type: "string" } },
});
const { only } = values;
const wanted = PARSERS.filter(({ name }) => only === undefined || name.includes(only));
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const each = Math.ceil(Number(values.cases) / wanted.length);
let failed = 0;
console.log(`${pluralize(wanted.length, "parser")}, ${each} texts each, seed ${seed}`);
for (const parser of wanted) {
  const began = performance.now();
  const problem = await fuzz(parser, each, seed).then(
    () => undefined,
    (error: Error) => error.message,
  );
  if (problem) failed++;
  console.log(`${problem ? "✖" : "✔"} ${parser.name}  ${((performance.now() - began) / 1000).toFixed(1)} s`);
  if (problem) console.log(problem);
}
console.log(failed === 0 ? "Every text was read or refused." : `${pluralize(failed, "parser")} failed.`);
process.exitCode = failed === 0 ? 0 : 1;
