import { readFiles } from "#server/definition-files/read-files.ts";
import type { Folder } from "./folder.ts";

/** A file of a definition as it is published, and in a folder; the path is that in the folder if it is there. */
export type Counterpart = { file: string; published: string | undefined; local: string | undefined };

/**
 * Pairs published files with those of a folder. As in imports, a type and a name identify a definition, so that a
 * renamed one is compared wherever it is. Files without a definition are compared by their path.
 */
export function counterparts(there: Folder, here: Folder): Counterpart[] {
  const local = foldersOf(here);
  const placeOf = new Map([...foldersOf(there)].map(([folder, key]) => [folder, take(local, key, folder)]));
  const found = [...there].map(([path, published]): Counterpart => {
    const folder = [...placeOf.keys()].find((one) => path.startsWith(`${one}/`));
    if (folder === undefined) return { file: path, published, local: here.get(path) };
    const place = placeOf.get(folder);
    if (place === undefined) return { file: path, published, local: undefined };
    const file = `${place}${path.slice(folder.length)}`;
    return { file, published, local: here.get(file) };
  });
  const compared = new Set(found.flatMap(({ file, local }) => (local === undefined ? [] : [file])));
  const others = [...here].filter(([path]) => !compared.has(path));
  return [...found, ...others.map(([file, text]) => ({ file, published: undefined, local: text }))].sort(
    (one, other) => (one.file < other.file ? -1 : 1),
  );
}

/** The type and name of each definition, by its folder. */
const foldersOf = (files: Folder): Map<string, string> =>
  new Map(
    readFiles(files)
      .definitions.filter(({ isNested, path }) => !isNested && path.includes("/"))
      .map(({ kind, name, path }) => [path.slice(0, path.lastIndexOf("/")), `${kind.noun} ${name}`]),
  );

/** Takes the folder of a definition from those that are left: the same one if several have its name. */
function take(folders: Map<string, string>, key: string, preferred: string): string | undefined {
  const found = folders.get(preferred) === key ? preferred : [...folders].find(([, other]) => other === key)?.[0];
  if (found !== undefined) folders.delete(found);
  return found;
}
