import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { anchorsOf, FILE_NAMES, IDENTIFIERS, languageProblems } from "./rules.ts";

const ROOT = join(import.meta.dirname, "../..");
const SOURCE = /\.(?:[cm]?[jt]sx?|css|prisma|grit)$/;
/** Files of others, the rules themselves, and texts in other languages. */
const EXCLUDED =
  /^(?:prisma\/migrations|server\/generated|server\/testing\/recorded|server\/language)\/|messages\.de\.ts$/;

const sources = ["app", "components", "e2e", "prisma", "server"].flatMap((room) =>
  readdirSync(join(ROOT, room), { recursive: true, encoding: "utf8" })
    .map((path) => `${room}/${path}`)
    .filter((path) => SOURCE.test(path) && !EXCLUDED.test(path)),
);

function docs(page: string): Set<string> | undefined {
  const path = join(ROOT, "docs", page);
  return existsSync(path) ? anchorsOf(readFileSync(path, "utf8")) : undefined;
}

const problemsIn = (path: string, source: string) => languageProblems(path, source, docs);

test("all source files use the terms of the glossary", () => {
  expect(sources.length).toBeGreaterThan(1000);
  expect(sources.flatMap((path) => problemsIn(path, readFileSync(join(ROOT, path), "utf8")))).toEqual([]);
});

test.each(Object.keys(FILE_NAMES))("a file called %s is a problem, and so is its test", (name) => {
  expect(problemsIn(`server/store/${name}.ts`, "")).toHaveLength(1);
  expect(problemsIn(`server/store/${name}.test.ts`, "")).toHaveLength(1);
});

test.each(Object.keys(IDENTIFIERS))("the identifier %s is a problem", (name) => {
  expect(problemsIn("a.ts", `const created = ${name}(1);`)).toHaveLength(1);
  expect(problemsIn("a.ts", `const created = x${name.toLowerCase()}y(1);`)).toEqual([]);
});

test.each([
  "const told = await read();",
  "function heard() {}",
  "const { told } = reply;",
  "list.map((heard) => 1);",
  "function answer() {}",
  "const asked = 1;",
  "const made = await create();",
  "call({\n  said: 1,\n});",
])("a name of speech is a problem: %s", (source) =>
  expect(problemsIn("a.ts", source)).toEqual([expect.stringContaining("name the value for what it is")]),
);

test.each([
  'const title = "was told";',
  "// Who is told of it",
  "const untold = 1;",
  "expect(text).toMatch(/no answer in time/);",
])("no name of speech: %s", (source) =>
  expect(problemsIn("a.ts", source).filter((problem) => problem.includes("for what it is"))).toEqual([]),
);

test.each(["askedOf", "NOT_TOLD", "lastAnswer", "untoldFailures", "isAnswered", "answerHealth", "ToldRows"])(
  "%s contains a name of speech",
  (name) => expect(problemsIn("a.ts", `const created = ${name}(1);`)).toHaveLength(1),
);

test.each(["answerStatus", "answer_status", "taskedBy", "masked", "essays", "Asked", "answers"])(
  "%s contains no name of speech",
  (name) => expect(problemsIn("a.ts", `const created = ${name}(1);`)).toEqual([]),
);

test.each([
  "/** What changed between two revisions. */",
  "/** One that the caller sees; refuses notFound. */",
  "/** The one that was used last. */",
  "  /** Those of the caller's accounts. */",
  "/**\n * Who may read the metrics: everyone, or\n * nobody.\n */",
  "// Whose hook it is.",
  "const a = 1; // Of the default account.",
  "/** The owner is told of it. */",
  "// The script hands its result over and goes on",
  "/**\n * Two lines, of which the second\n * goes on.\n */",
  "{/* A text that stands in the place of another. */}",
  "// One line\n// whose next line lets callers know",
  "/** A row of before they were encrypted. */",
  "// A client of old",
])("the comment %j has no subject, or is translated word by word", (source) => {
  expect(problemsIn("a.tsx", source)).not.toEqual([]);
  expect(problemsIn("a.test.ts", source)).not.toEqual([]);
});

test.each([
  "/** The changes between two revisions. */",
  "/** How often it runs. Whose turn it is depends on the clock. */",
  'const path = "app/**/What goes on/*.ts";',
  "/** Offers of other accounts; `Of` is a name. */",
])("the comment %j is fine", (source) => expect(problemsIn("a.ts", source)).toEqual([]));

test.each([
  ["/** Kept for a day (contract §1.2). */", "contract §"],
  ["// Sent once (contract elements.md §7.6)", "contract elements.md §"],
  ["/** Kept (`reliability.md` S15). */", "reliability.md"],
  ["// At most five (reliability B14)", "reliability B1"],
  ["// As in sandbox.md", "sandbox.md"],
  ["// One port (design decision 2)", "design decision 2"],
  ['test("one answer (S15, S19)", () => {});', "(S15, S19)"],
  ["// As §4.6 says", "§4"],
])("a citation that nobody can open is a problem: %s", (source, text) => {
  expect(problemsIn("a.ts", source)).toContainEqual(expect.stringContaining(text));
});

test.each([
  "/** A formula (spec §2.1), its steps (spec §2.4, §2.5). */",
  'test("spec §2.4 name; §8 step name: is unique", () => {});',
  "// RFC 7240 §2 and OpenID Connect Core §5.1",
  "// docs/security.md, docs/decisions.md",
  `test("${"A14"}: a wrong password (E01, E02)", () => {});`,
  'const { vendorPath, vendorName } = resource; configuration["event.vendor.type"];',
  '<section aria-labelledby="runs" />',
])("%s is fine", (source) => expect(problemsIn("a.ts", source)).toEqual([]));

test.each(["organisation", "colours", "behaviour", "normalised", "Catalogue", "unauthorised", "centre"])(
  "%s is British",
  (word) => expect(problemsIn("a.ts", `// The ${word} of it`)).toHaveLength(1),
);

test.each(["// The vendor answers", "const vendor = open();", "vendorless()", "const twoVendors = 2;"])(
  "%s says vendor for a provider",
  (source) => expect(problemsIn("a.ts", source)).not.toEqual([]),
);

test.each([
  "const text = `Applied ${applied} migrations.`;",
  "const text = `It ran ${env.RUNS_PER_OBJECT} times.`;",
  "const text = `${formula.steps.length} steps`;",
  'const text = "1 object(s)";',
  'throw new Failure("forbidden", "Only administrators may do this.");',
  'throw new Failure(\n  "forbidden",\n  `Account ${id} is not yours.`,\n);',
])("the message %s is wrong for one, or says not what to do", (source) => {
  expect(problemsIn("a.ts", source)).toHaveLength(1);
  expect(problemsIn("a.test.ts", source)).toEqual([]);
});

test.each([
  ["a.ts", 'const text = "People are told of it";'],
  ["a.ts", "const text = `This change has been told.`;"],
  ["e2e/a.spec.ts", 'test("who comes back is asked again", async () => {});'],
  ["e2e/a.spec.ts", 'test("what was said can be read", async () => {});'],
  ["a.test.ts", 'test.each([1])("A14: nobody hears of %s", () => {});'],
  ["a.test.ts", 'test.each([\n  1,\n])("the state is told", () => {});'],
  ["a.test.ts", 'describe("where it is put", () => {});'],
  ["a.test.ts", `test("${"spec"} §2.5 filter; §3 filter: whose script fails", () => {});`],
  ["schema.prisma", "  /// What the provider sent."],
  ["schema.prisma", "/// A notification; couriers take it."],
])("in %s, %s is a riddle", (path, source) => {
  expect(problemsIn(path, source)).toHaveLength(1);
});

test.each([
  'test("retries a request, whatever its status", () => {});',
  'test("A14: where %s is 400", () => {});',
  'expect(text).toBe("what was told");',
])("%s says what is checked", (source) => expect(problemsIn("a.test.ts", source)).toEqual([]));

test.each([
  'const text = `Applied ${pluralize(applied, "migration")}.`;',
  "const text = `At most ${MOST_OBJECTS} objects are accepted.`;",
  'throw new Failure("forbidden", `Account ${id} is not yours. Use an account of your organization.`);',
])("the message %s is fine", (source) => expect(problemsIn("a.ts", source)).toEqual([]));

test.each(["docs/nowhere.md", "docs/security.md#nowhere"])("the link %s leads nowhere", (link) => {
  expect(problemsIn("a.ts", `/** See ${link}. */`)).toHaveLength(1);
});
