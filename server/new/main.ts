import path from "node:path";
import { create, Refusal } from "./create.ts";
import { SCAFFOLDS } from "./registry.ts";

// `npm run new -- <kind> <name>`: creates the file of a new kind, its row and its test.
const ROOT = path.join(import.meta.dirname, "../..");

const HELP = [
  "Usage: npm run new -- <kind> <name>",
  "",
  "Creates a file that works, its row in the registry, and its test.",
  "",
  ...SCAFFOLDS.map(({ kind, example, summary }) => `  ${`${kind} ${example}`.padEnd(30)} ${summary}`),
  "",
  "docs/extending.md, docs/extending-elements.md and docs/extending-checks.md describe each kind.",
];

const print = (lines: readonly string[]) => void process.stdout.write(`${lines.join("\n")}\n`);

try {
  const parameters = process.argv.slice(2);
  const [kind, name] = parameters;
  if (kind === undefined || kind === "--help" || kind === "-h") print(HELP);
  else if (name === undefined || parameters.length > 2)
    throw new Refusal(`Give one kind and one name, such as: npm run new -- ${kind} ${exampleOf(kind)}`);
  else {
    const { files, changed, tests, next } = await create(ROOT, kind, name);
    print([
      ...Object.keys(files).map((file) => `created  ${file}`),
      ...changed.map((file) => `changed  ${file}`),
      "",
      "It works as it is. Run its tests and change them first:",
      `  npx vitest run ${tests.join(" ")}`,
      "",
      "What to do next:",
      ...next.map((sentence, index) => `  ${index + 1}. ${sentence}`),
    ]);
  }
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  process.stderr.write(`${error.message}\nNothing was changed. npm run new -- --help lists what can be created.\n`);
  process.exitCode = 1;
}

function exampleOf(kind: string): string {
  return SCAFFOLDS.find((each) => each.kind === kind)?.example ?? "<name>";
}
