import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { DEFINITION_KINDS } from "#server/definition-files/definition-kinds.ts";
import { pluralize } from "#server/pluralize.ts";
import { CommandError } from "./world.ts";

/** Text files by their paths below a folder, with `/` between the parts. */
export type Folder = Map<string, string>;

const READ = /\.(json|js)$/i;
const OF_A_TOOL = /^(\..*|node_modules)$/;

/** The definitions and scripts in a folder. */
export async function readFolder(folder: string): Promise<Folder> {
  const files: Folder = new Map();
  async function visit(at: string): Promise<void> {
    const entries = await readdir(path.join(folder, at), { withFileTypes: true });
    for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
      const below = at === "" ? entry.name : `${at}/${entry.name}`;
      if (OF_A_TOOL.test(entry.name)) continue;
      if (entry.isDirectory()) await visit(below);
      else if (entry.isFile() && READ.test(entry.name))
        files.set(below, await readFile(path.join(folder, below), "utf8"));
    }
  }
  await visit("");
  return files;
}

/** A file of a definition with the scripts beside it, by their names. */
export async function readBeside(file: string): Promise<Folder> {
  const folder = path.dirname(file);
  const names = (await readdir(folder)).filter((name) => /\.js$/i.test(name));
  const read = async (name: string) => [name, await readFile(path.join(folder, name), "utf8")] as const;
  return new Map(await Promise.all([path.basename(file), ...names].map(read)));
}

/** Folders that exports write, in which files without a definition are obsolete. */
const OURS = new Set(Object.values(DEFINITION_KINDS).flatMap(({ folders }) => folders.slice(0, 1)));
export const isExported = (file: string): boolean => OURS.has(file.split("/")[0] ?? "");

const NAMES = new Set<string>(Object.values(DEFINITION_KINDS).flatMap(({ files }) => files));

/** Whether the name of a file says that it is a definition, such as `formula.json`. */
export const isNamedAsDefinition = (file: string): boolean => NAMES.has(path.basename(file).toLowerCase());

/** Writes changed files; with `isWhole`, deletes exported files that no longer exist. Returns the changes. */
export async function writeFolder(
  folder: string,
  files: Folder,
  { isWhole }: { isWhole: boolean },
): Promise<{ written: string[]; deleted: string[] }> {
  await mkdir(folder, { recursive: true });
  const before = await readFolder(folder);
  const written = [...files].filter(([file, text]) => before.get(file) !== text).map(([file]) => file);
  const deleted = isWhole ? [...before.keys()].filter((file) => isExported(file) && !files.has(file)) : [];
  for (const [at, file] of written.entries()) {
    const target = inside(folder, file);
    try {
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, files.get(file) ?? "");
    } catch (error) {
      throw new CommandError(
        `${file} cannot be written: ${(error as Error).message}. ${at} of ${pluralize(written.length, "file")} were written.`,
      );
    }
  }
  for (const file of deleted) await rm(inside(folder, file));
  return { written, deleted };
}

/** A compromised server must not write elsewhere. */
function inside(folder: string, file: string): string {
  const target = path.resolve(folder, file);
  if (target.startsWith(`${path.resolve(folder)}${path.sep}`)) return target;
  throw new CommandError(`The server sent a file outside of the folder: ${file}.`);
}
