import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { addRow, listIn, nameOf } from "./add-row.ts";
import { parseName } from "./names.ts";
import { SCAFFOLDS } from "./registry.ts";
import type { Creation, Row } from "./scaffold.ts";

/** Why nothing was created, as a sentence that says what to do. */
export class Refusal extends Error {}

export type Created = Creation & { changed: readonly string[] };

/**
 * Creates the files of a kind of scaffold and adds its rows, in the checkout at `root`. Everything is prepared and
 * formatted before the first file is written: a refused name changes nothing.
 */
export async function create(root: string, kind: string, name: string): Promise<Created> {
  const scaffold = SCAFFOLDS.find((each) => each.kind === kind);
  if (!scaffold)
    throw new Refusal(`There is no "${kind}" to create. Choose ${SCAFFOLDS.map((each) => each.kind).join(", ")}.`);
  const names = parseName(name);
  if (typeof names === "string") throw new Refusal(names);
  const creation = scaffold.create(names);

  const existing = Object.keys(creation.files).find((file) => existsSync(path.join(root, file)));
  if (existing) throw new Refusal(`"${name}" is taken: ${existing} exists. Choose another name.`);
  for (const identifier of [names.camel, names.pascal, ...creation.rows.map(({ item }) => nameOf(item))])
    if (
      Object.entries(creation.files).some(([file, source]) => !isTest(file) && imports(source, identifier, names.kebab))
    )
      throw new Refusal(`"${name}" is also the name of something that the new file imports. Choose another name.`);

  const changed = withRows(root, creation.rows, name);
  const sources = [...Object.entries(creation.files), ...changed];
  const formatted = await Promise.all(sources.map(async ([file, source]) => [file, await format(root, file, source)]));
  for (const [file = "", source = ""] of formatted) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), source);
  }
  return { ...creation, changed: [...changed.keys()] };
}

/** The changed files with their rows, by path. Throws a Refusal if a file already contains a name of the row. */
function withRows(root: string, rows: readonly Row[], name: string): Map<string, string> {
  const sources = new Map<string, string>();
  for (const row of rows) {
    const source = sources.get(row.file) ?? readFileSync(path.join(root, row.file), "utf8");
    if (new RegExp(`(?<![\\w-])${nameOf(row.item)}(?![\\w-])`).test(namesIn(source, row)))
      throw new Refusal(`"${name}" is taken: ${row.file} names it. Choose another name.`);
    sources.set(row.file, addRow(source, row));
  }
  return sources;
}

/** The names that are taken: for an imported row in the whole file, for a plain row the keys of its list. */
function namesIn(source: string, row: Row): string {
  if (row.from !== undefined) return withoutComments(source);
  const { start, end } = listIn(source, row);
  return row.separator === " " ? source.slice(start, end) : keysOf(source.slice(start, end));
}

/** The keys and the plain strings of a list, without the values of its keys. */
const keysOf = (items: string) => [...items.matchAll(/^\s*"?([\w -]+)"?[,:]/gm)].map(([, key]) => key).join("\n");

const isTest = (file: string) => file.endsWith(".test.ts");

const withoutComments = (source: string) => source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");

/** Whether a new file imports a name from a file other than its own. */
const imports = (source: string, name: string, own: string) =>
  source
    .split("\n")
    .some(
      (line) => line.startsWith("import") && !line.includes(`/${own}.ts`) && new RegExp(`[{ ]${name}[ ,}]`).test(line),
    );

/** The source as `npm run format` formats it. */
async function format(root: string, file: string, source: string): Promise<string> {
  const biome = path.join(root, "node_modules/.bin/biome");
  const child = spawn(biome, ["check", "--write", `--stdin-file-path=${file}`], { cwd: root });
  const exit = new Promise<number | null>((resolve, reject) => child.once("close", resolve).once("error", reject));
  child.stdin.end(source);
  const [formatted, problems, code] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  if (code !== 0) throw new Error(`${file} cannot be formatted:\n${problems}`);
  return formatted;
}
