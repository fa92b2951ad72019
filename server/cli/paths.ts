import { access, constants, stat } from "node:fs/promises";
import path from "node:path";
import { CommandError, type World } from "./world.ts";

type Place = Pick<World, "cwd">;

/** The path of a file to read. Refuses (CommandError) a folder, and a file that does not exist or cannot be read. */
export async function fileToRead({ cwd }: Place, file: string): Promise<string> {
  const place = path.resolve(cwd, file);
  const kind = await kindOf(place);
  if (kind === "none") throw new CommandError(`There is no file ${file}.`);
  if (kind === "folder") throw isFolder(file);
  await requireAccess(place, constants.R_OK, `${file} cannot be read: permission denied.`);
  return place;
}

/** The path of a file to write, checked before the work whose result it will have. Refuses as `fileToRead`. */
export async function fileToWrite({ cwd }: Place, file: string): Promise<string> {
  const place = path.resolve(cwd, file);
  const kind = await kindOf(place);
  if (kind === "folder") throw isFolder(file);
  if (kind === "none") {
    const folder = path.dirname(place);
    const above = await kindOf(folder);
    if (above === "none") throw new CommandError(`${file} cannot be written: there is no folder ${folder}.`);
    if (above === "file") throw isFile(folder);
  }
  await requireAccess(kind === "none" ? path.dirname(place) : place, constants.W_OK, notWritable(file));
  return place;
}

/** The path of a folder to read. Refuses (CommandError) a file, and a folder that does not exist. */
export async function folderToRead({ cwd }: Place, folder: string): Promise<string> {
  const place = path.resolve(cwd, folder);
  const kind = await kindOf(place);
  if (kind === "none") throw new CommandError(`There is no folder ${folder}.`);
  if (kind === "file") throw isFile(folder);
  await requireAccess(place, constants.R_OK | constants.X_OK, `${folder} cannot be read: permission denied.`);
  return place;
}

/** The path of a folder to write, which may not exist yet. Refuses (CommandError) a file. */
export async function folderToWrite({ cwd }: Place, folder: string): Promise<string> {
  const place = path.resolve(cwd, folder);
  let above = place;
  for (let kind = await kindOf(above); kind !== "folder"; kind = await kindOf(above)) {
    if (kind === "file") throw isFile(above === place ? folder : above);
    above = path.dirname(above);
  }
  await requireAccess(above, constants.W_OK | constants.X_OK, notWritable(folder));
  return place;
}

const isFolder = (file: string) => new CommandError(`${file} is a folder, not a file.`);
const isFile = (folder: string) => new CommandError(`${folder} is a file, not a folder.`);
const notWritable = (name: string) => `${name} cannot be written: permission denied.`;

async function kindOf(place: string): Promise<"file" | "folder" | "none"> {
  try {
    return (await stat(place)).isDirectory() ? "folder" : "file";
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return "none";
    throw error;
  }
}

async function requireAccess(place: string, mode: number, message: string): Promise<void> {
  await access(place, mode).catch(() => {
    throw new CommandError(message);
  });
}
