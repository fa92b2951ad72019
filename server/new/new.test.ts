import { execFile } from "node:child_process";
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { ADDED, CHANGED, followRecipes, NAMED_TESTS } from "../recipes/recipes.ts";
import { create } from "./create.ts";
import { parseName } from "./names.ts";
import { SCAFFOLDS } from "./registry.ts";

const ROOT = path.join(import.meta.dirname, "../..");
const run = promisify(execFile);

const COPIED = [
  ...["server", "components", "app", "e2e/routes.ts"],
  ...["proxy.ts", "package.json", "biome.json", ".gitignore"],
];

/** A checkout of everything that scaffolds and recipes need, with all recipes followed and one of each kind created. */
let copy: string;
let printed: Map<string, string>;
const NAME = "brandNew";

beforeAll(async () => {
  copy = mkdtempSync(path.join(tmpdir(), "formulary-new-"));
  for (const file of COPIED) cpSync(path.join(ROOT, file), path.join(copy, file), { recursive: true });
  symlinkSync(path.join(ROOT, "node_modules"), path.join(copy, "node_modules"));
  // As Next writes it when the screens are built.
  writeFileSync(path.join(copy, "next-env.d.ts"), '/// <reference types="next/image-types/global" />\n');
  followRecipes(copy);
  const creating = SCAFFOLDS.map(async ({ kind }) => [kind, (await command(kind, NAME)).stdout] as const);
  printed = new Map(await Promise.all(creating));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const command = (...parameters: string[]) =>
  run(process.execPath, [path.join(copy, "server/new/main.ts"), ...parameters], { cwd: copy });
const tool = (name: string, ...parameters: string[]) =>
  run(path.join(copy, "node_modules", name), parameters, { cwd: copy }).catch((error) => {
    throw new Error(`${error.stdout}\n${error.stderr}`);
  });
const linesOf = (start: string) =>
  [...printed.values()].flatMap((text) =>
    text.split("\n").flatMap((line) => (line.startsWith(start) ? [line.slice(start.length).trim()] : [])),
  );

test("created and documented code passes the type checker and the linter", async () => {
  const { compilerOptions } = JSON.parse(readFileSync(path.join(ROOT, "tsconfig.json"), "utf8"));
  const created = [...linesOf("created"), ...ADDED];
  const changed = [...new Set([...linesOf("changed"), ...CHANGED])];
  expect(linesOf("created").length).toBeGreaterThan(SCAFFOLDS.length);
  // Existing tests import the whole product, whose types another check covers.
  const files = [
    "next-env.d.ts",
    "server/testing/postgres-setup.ts",
    ...created,
    ...changed.filter((file) => !file.endsWith(".test.ts")),
  ];
  const config = { compilerOptions: { ...compilerOptions, incremental: false }, files };
  writeFileSync(path.join(copy, "tsconfig.json"), JSON.stringify(config));
  await Promise.all([
    tool("typescript/bin/tsc", "--project", "tsconfig.json", "--singleThreaded"),
    tool(".bin/biome", "check", ...created, ...changed),
  ]);
});

test("the tests of what is created pass", { timeout: 240_000 }, async () => {
  const printedTests = linesOf("  npx vitest run").flatMap((list) => list.split(" "));
  const files = [...new Set([...printedTests, ...NAMED_TESTS, "server/recipes/recipes.spec.ts"])];
  const created = new Set(linesOf("created"));
  const existing = files.filter((file) => file.endsWith(".test.ts") && !created.has(file));
  writeFileSync(path.join(copy, "only-new.ts"), onlyNew(existing));
  // One process for all, on the Postgres of this run.
  const provide = { postgresUrl: inject("postgresUrl"), postgresAdminUrl: inject("postgresAdminUrl") };
  const options = {
    provide,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 1,
    isolate: false,
    setupFiles: ["only-new.ts"],
  };
  writeFileSync(path.join(copy, "vitest.config.mjs"), `export default ${JSON.stringify({ test: options })};`);
  expect((await passingFiles(files)).toSorted()).toEqual(files.toSorted());
});

/** Vitest's setup file: of existing test files, runs only the tests that name new kinds, or all tests. */
function onlyNew(existing: readonly string[]): string {
  const names = ["brand-?new", "^every ", ...ADDED.map((file) => `\\b${path.parse(file).name}\\b`)];
  return `
import { beforeEach } from "vitest";
const existing = new Set(${JSON.stringify(existing)});
const isNew = new RegExp(${JSON.stringify(names.join("|"))}, "i");
beforeEach(({ task, skip }) => {
  if (existing.has(task.file.name) && !isNew.test(task.name + " " + task.suite?.name)) skip();
});
`;
}

async function passingFiles(files: readonly string[]): Promise<string[]> {
  const report = path.join(copy, "report.json");
  await tool(".bin/vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...files);
  const { testResults }: Report = JSON.parse(readFileSync(report, "utf8"));
  return testResults
    .filter(({ assertionResults }) => assertionResults.some(({ status }) => status === "passed"))
    .map(({ name }) => path.relative(realpathSync(copy), realpathSync(name)));
}

type Report = { testResults: { name: string; assertionResults: { status: string }[] }[] };

describe.each(SCAFFOLDS)("$kind", ({ kind, example }) => {
  test("prints what it created and what to do next", () => {
    expect(printed.get(kind)).toMatch(
      /^created {2}\S+(\n.+)+\n\nIt works as it is.*\n.*\n\nWhat to do next:\n {2}1\. /,
    );
  });
  test("has an example of a name", () => {
    expect(parseName(example)).toBeTypeOf("object");
  });
  test("refuses a name that is taken", async () => {
    await expect(create(copy, kind, NAME)).rejects.toThrow(/"brandNew" is taken: \S+ (exists|names it)\. Choose/);
  });
});

test.each([
  ["step-type", "script", '"script" is taken: server/formula/steps/script.ts exists. Choose another name.'],
  ["step-type", "registry", '"registry" is taken: server/formula/steps/registry.ts exists. Choose another name.'],
  ["step-type", "phrase", '"phrase" is also the name of something that the new file imports. Choose another name.'],
  ["element", "hubSpot", '"hubSpot" is taken: server/catalog/public/hubspot.ts exists. Choose another name.'],
  ["element", "democrm", '"democrm" is taken: server/catalog/registry.ts names it. Choose another name.'],
  ["trigger", "new", '"new" is a reserved word of JavaScript. Choose another name.'],
  ["trigger", "../../x", '"../../x" is not a valid name. Use letters and digits'],
  ["trigger", "Big", '"Big" is not a valid name.'],
  ["trigger", "a".repeat(41), "The name is too long. Use at most 40 characters."],
  ["steptype", "x", 'There is no "steptype" to create. Choose step-type, trigger'],
])("%s %s is refused, and nothing is changed", async (kind, name, message) => {
  const before = everything();
  await expect(create(copy, kind, name)).rejects.toThrow(message);
  expect(everything()).toEqual(before);
});

const everything = () =>
  ["server/formula", "server/catalog"].flatMap((room) =>
    readdirSync(path.join(copy, room), { recursive: true, encoding: "utf8" }).map((file) => {
      const { mtimeMs, size } = statSync(path.join(copy, room, file));
      return [file, mtimeMs, size];
    }),
  );

test("the command says that nothing was changed, and fails", async () => {
  await expect(command("element", "hubspot")).rejects.toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/Choose another name\.\nNothing was changed\. npm run new -- --help lists/),
  });
});

test("a kind without a name is refused with an example", async () => {
  await expect(command("element")).rejects.toMatchObject({ stderr: expect.stringContaining("npm run new -- element") });
});

test("--help lists every kind", async () => {
  const { stdout } = await command("--help");
  for (const { kind, summary } of SCAFFOLDS) expect(stdout).toMatch(new RegExp(`${kind} .*${summary}`));
});
