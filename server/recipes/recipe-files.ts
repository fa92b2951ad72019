import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

/** Named after the process that wrote the copy. */
const PREFIX = ".recipes-";

/** One code block of the page: a file to add, or a change of one that exists. */
export type Block = { language: string; path: string; code: string };

export const BLOCKS: readonly Block[] = [
  ...readFileSync(join(ROOT, "docs/extending.md"), "utf8").matchAll(/^```(\w+) (\S+)\n(.*?)^```$/gms),
].map(([, language = "", path = "", code = ""]) => ({ language, path, code }));

removeLeftovers();
const copy = mkdtempSync(join(ROOT, `${PREFIX}${process.pid}-`));
process.once("exit", removeRecipes);

/** The files of all recipes, and those they change, in a copy beside the source; what is not in it is the source's own. */
for (const { language, path, code } of BLOCKS) {
  const text = language === "diff" ? applied(readFileSync(join(ROOT, path), "utf8"), code) : code;
  const file = join(copy, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text.replaceAll(/(from\s+|import\s+)"(\.{1,2}\/[^"]+|#[^"]+)"/g, importedFrom(path)));
}

export const recipeFile = (path: string): string => join(copy, path);

export function removeRecipes(): void {
  rmSync(copy, { recursive: true, force: true });
}

/** Copies of processes that ended before they could remove them. */
function removeLeftovers(): void {
  const leftovers = readdirSync(ROOT).filter((name) => name.startsWith(PREFIX) && !isRunning(name));
  for (const name of leftovers) rmSync(join(ROOT, name), { recursive: true, force: true });
}

function isRunning(name: string): boolean {
  const pid = Number(name.slice(PREFIX.length).split("-", 1)[0]);
  try {
    return Number.isInteger(pid) && pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Imports lead to the copy where it has the file, else to the source. */
function importedFrom(path: string) {
  return (_: string, keyword: string, specifier: string) => {
    const target = specifier.startsWith("#") ? specifier.slice(1) : join(dirname(path), specifier);
    const isAdded = BLOCKS.some((block) => block.path === target && block.language !== "diff");
    return `${keyword}"${join(isAdded ? copy : ROOT, target)}"`;
  };
}

/** The text after a change: lines with a blank must be there, in this order; `-` goes and `+` comes. */
function applied(text: string, change: string): string {
  const lines = text.split("\n");
  let at = 0;
  for (const line of change.trimEnd().split("\n")) {
    const [sign, content] = [line[0], line.slice(1)];
    if (sign === "+") lines.splice(at++, 0, content);
    else {
      const found = lines.indexOf(content, at);
      if (found < 0) throw new Error(`docs/extending.md: there is no line "${content}" to change.`);
      at = found;
      if (sign === "-") lines.splice(at, 1);
      else at++;
    }
  }
  return lines.join("\n");
}
