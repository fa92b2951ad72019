import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { ATTACK_ROWS } from "./rows.ts";

const ROOT = join(import.meta.dirname, "../..");
export const PAGE = "docs/security.md";
const MARK = "<!-- attacks -->";

const ROWS = Object.values(ATTACK_ROWS).flatMap(({ rows }) => Object.keys(rows));
/** `A14: …`, `… (E01, E02)`: ids are at the start of a title or in brackets. */
const ID = /(?<![\w-])([A-K]\d{2})(?![\w-])/g;
/** Each text of a test file. Rows are named by titles, which follow a bracket (so do first cells of tables) or are keys. */
const TEXT = /(?:(?<=([([])\s*)|)(["'`])((?:\\.|(?!\2)[^\\\n])*)\2(:)?/g;

/** Rows that cannot be tested, each with the reason. */
const UNTESTED: Readonly<Record<string, string>> = {};

export type Mentions = Map<string, Set<string>>;

/** The rows that a test file names. */
export function rowsIn(source: string): string[] {
  const code = source.replaceAll(/^\s*\/\/.*$/gm, "");
  return [...code.matchAll(TEXT)].flatMap(([, bracket, , text = "", colon]) =>
    (bracket ?? colon) && /(?:^|[(,;] ?)[A-K]\d{2}\b/.test(text) ? [...text.matchAll(ID)].map(([, id = ""]) => id) : [],
  );
}

/** The test files of this checkout by the rows they name. */
export function mentions(): Mentions {
  const found: Mentions = new Map();
  for (const room of ["server", "components", "e2e"])
    for (const path of readdirSync(join(ROOT, room), { recursive: true, encoding: "utf8" }).sort()) {
      if (!/\.(test|spec)\.tsx?$/.test(path) || path.startsWith("security/")) continue;
      for (const id of rowsIn(readFileSync(join(ROOT, room, path), "utf8")))
        found.set(id, (found.get(id) ?? new Set()).add(`${room}/${path}`));
    }
  return found;
}

/** Rows without a test, and ids in titles that are no rows. */
export const problems = (found: Mentions): string[] => [
  ...ROWS.filter((id) => !found.has(id) && !(id in UNTESTED)).map((id) => `${id} has no test`),
  ...ROWS.filter((id) => found.has(id) && id in UNTESTED).map((id) => `${id} has a test: it is not untested any more`),
  ...[...found]
    .filter(([id]) => !ROWS.includes(id))
    .map(([id, files]) => `${[...files].join(", ")}: there is no row ${id}`),
];

/** Regenerates the table of the page; the text before the mark is written by hand. */
export function securityPage(page: string, found: Mentions): string {
  const [prose = ""] = page.split(MARK);
  const tables = Object.values(ATTACK_ROWS).flatMap(({ title, rows }) => [
    `### ${title}`,
    "| | Attempt | Outcome | Tests |",
    "|---|---|---|---|",
    ...Object.entries(rows).map(([id, [attempt, outcome]]) => {
      const files = [...(found.get(id) ?? [])].map((file) => {
        const name = file.replace(/^.*\//, "").replace(/\.(test|spec)\.tsx?$/, "");
        return `[${name}](${relative("docs", file).replaceAll("\\", "/")})`;
      });
      return `| ${id} | ${attempt} | ${outcome} | ${files.join(", ") || `none: ${UNTESTED[id]}`} |`;
    }),
    "",
  ]);
  return `${prose}${MARK}\n${tables.join("\n")}`;
}
