import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pluralize } from "#server/pluralize.ts";
import { SECTIONS, type Section } from "./rows.ts";

const ROOT = join(import.meta.dirname, "../..");
export const PAGE = "docs/specification-coverage.md";

/** A row that a test's title names, and the rest of the title. */
export type Mention = { section: string; row: string; file: string; title: string };

/** All mentions of rows in the titles of this checkout's tests. */
export function mentions(): Mention[] {
  return ["server", "components", "e2e"].flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: "utf8" })
      .filter((path) => /\.(test|spec)\.tsx?$/.test(path))
      .map((path) => `${room}/${path}`)
      .sort()
      .flatMap((file) => mentionsIn(readFileSync(join(ROOT, file), "utf8"), file)),
  );
}

/** `test("spec §2.4 name, type; §8 step name: …"` and `describe` alike; skipped tests cover nothing. */
export function mentionsIn(source: string, file: string): Mention[] {
  return [...source.matchAll(/^.*\(\s*(["'`])spec (§.+?)\1\s*,/gm)]
    .filter(([line]) => !/\.(skip|todo|fails)\b/.test(line))
    .flatMap(([, , text = ""]) => {
      const [, rows = "", title = ""] = /^(.*?): (.*)$/.exec(text) ?? [];
      if (title === "") return [{ section: "", row: text, file, title }];
      return rows.split("; ").flatMap((part) => {
        const [, section = "", names = part] = /^§([\d.]+) (.*)$/.exec(part) ?? [];
        return names.split(", ").map((row) => ({ section, row, file, title }));
      });
    });
}

/** The problems between the rows, the tests and the reasons for rows without a test. */
export function problems(found: readonly Mention[], sections: readonly Section[] = SECTIONS): string[] {
  const known = new Set(sections.flatMap(({ number, rows }) => rows.map((row) => name(number, row))));
  const covered = new Set(found.map(({ section, row }) => name(section, row)));
  return [
    ...found
      .filter(({ section, row }) => !known.has(name(section, row)))
      .map(({ section, row, file }) => `${file}: there is no row ${name(section, row)}`),
    ...sections.flatMap(({ number, rows, untested = {} }) => [
      ...rows
        .filter((row) => !covered.has(name(number, row)) && !Object.hasOwn(untested, row))
        .map((row) => `${name(number, row)} has no test`),
      ...Object.keys(untested)
        .filter((row) => !rows.includes(row) || covered.has(name(number, row)))
        .map((row) => `${name(number, row)} is listed as untested, but has a test or does not exist`),
    ]),
  ];
}

const name = (section: string, row: string) => `§${section} ${row}`;

/** The page to be committed. */
export function coveragePage(found: readonly Mention[], sections: readonly Section[] = SECTIONS): string {
  const all = sections.flatMap(({ number, rows, untested = {} }) =>
    rows.map((row) => ({
      section: number,
      row,
      reason: untested[row],
      tests: found.filter((mention) => mention.section === number && mention.row === row),
    })),
  );
  const without = all.filter(({ tests }) => tests.length === 0);
  return [
    "# Coverage of the specification",
    "",
    "This page shows which test covers which row of the specification. A citation such as `spec §2.5` in code and tests means",
    "a section of it. `npm run coverage:spec` generates this page from the titles of tests; a test fails if it is stale or",
    "if a row loses its last test. [rows.ts](../server/specification/rows.ts) lists the rows.",
    "",
    `${all.length - without.length} of ${pluralize(all.length, "row")} have a test.`,
    "",
    "## Rows without a test",
    "",
    ...(without.length === 0 ? ["None."] : without.map((row) => `- §${row.section} ${code(row.row)}: ${row.reason}`)),
    "",
    "## Rows and their tests",
    "",
    ...sections.map(({ number, title }) => `- §${number} ${title}`),
    "",
    "| § | Rows | Tests |",
    "|---|---|---|",
    ...grouped(all).map(({ section, rows, tests }) => `| ${section} | ${rows.map(code).join(", ")} | ${tests} |`),
    "",
  ].join("\n");
}

/** Rows of a section that the same tests cover share a line, at the position of the first. */
function grouped(all: readonly { section: string; row: string; tests: readonly Mention[] }[]) {
  const lines = new Map<string, { section: string; rows: string[]; tests: string }>();
  for (const { section, row, tests: mentioned } of all) {
    const tests = mentioned.map(link).join("<br>");
    const line = lines.get(`${section} ${tests}`) ?? { section, rows: [], tests };
    lines.set(`${section} ${tests}`, { ...line, rows: [...line.rows, row] });
  }
  return [...lines.values()];
}

const code = (text: string) => `\`${text}\``;
/** A link to a test, without the values that a table fills into its title. */
const link = ({ file, title }: Mention) =>
  `[${title.replace(/%[sijofd]/g, "…").replace(/[[\]|<>\\$*_`]/g, "\\$&")}](${relative("docs", file).replaceAll("\\", "/")})`;
