import { parseExactJson } from "../exact-json.ts";
import type { DefinitionJson, DefinitionKind } from "./definition-kind.ts";
import { DEFINITION_KINDS } from "./definition-kinds.ts";
import type { Files } from "./files.ts";
import { isObject } from "./json.ts";
import { scriptInFile } from "./script-text.ts";

/** One definition with its scripts, and its path. A file with a list has several. */
export type DefinitionInFiles = {
  kind: DefinitionKind;
  name: string;
  path: string;
  json: DefinitionJson;
  /** It is nested in another that names it. */
  isNested: boolean;
};

/** A file that was not read, and why. */
export type SkippedFile = { path: string; message: string };

/**
 * The definitions in a folder: in files of any name, or as `formula.json`, `element.json` and so on in a folder each,
 * with scripts in separate files. Files without a definition are listed with the reason.
 */
export function readFiles(files: Files): { definitions: DefinitionInFiles[]; skipped: SkippedFile[] } {
  const definitions: DefinitionInFiles[] = [];
  const skipped: SkippedFile[] = [];
  const lowerCase = new Map([...files].map(([path, text]) => [path.toLowerCase(), text]));
  for (const [path, text] of files) {
    if (!path.toLowerCase().endsWith(".json") || isOfATool(path)) continue;
    try {
      const read = definitionsIn(path, parseExactJson(text));
      if (read.length === 0) skipped.push({ path, message: "This is no formula, element or common resource." });
      for (const definition of read) definitions.push(withScripts(definition, lowerCase));
    } catch (error) {
      skipped.push({ path, message: `The file is not valid JSON: ${(error as Error).message}` });
    }
  }
  return { definitions, skipped };
}

/** Files of the tools that people use with a repository. */
const isOfATool = (path: string) => /(^|\/)(\.[^/]+|node_modules|package(-lock)?\.json)(\/|$)/i.test(path);

function definitionsIn(path: string, content: unknown, isNested = false): DefinitionInFiles[] {
  const jsons = Array.isArray(content) ? content.filter(isObject) : isObject(content) ? [content] : [];
  return jsons.flatMap(eachOf).flatMap((json) => {
    const kind = kindOf(path, json);
    const name = kind?.nameOf(json);
    if (!kind || name === undefined) return [];
    const nested = kind.nestedIn?.(json) ?? [];
    return [{ kind, name, path, json, isNested }, ...nested.flatMap((inner) => definitionsIn(path, inner, true))];
  });
}

/** The definitions in a file that has several in one object, else the object itself. */
function eachOf(json: DefinitionJson): DefinitionJson[] {
  for (const { severalIn } of Object.values(DEFINITION_KINDS)) {
    const several = severalIn?.(json);
    if (several) return several;
  }
  return [json];
}

/**
 * Determines the kind by the name of the file, then by its content; the folder only decides if both are inconclusive.
 */
function kindOf(path: string, json: DefinitionJson): DefinitionKind | undefined {
  const parts = path.toLowerCase().split("/");
  const kinds = Object.values(DEFINITION_KINDS);
  return (
    kinds.find(({ files }) => files.includes(parts.at(-1) ?? "")) ??
    kinds.find(({ isOne }) => isOne(json)) ??
    kinds.find(({ folders }) => parts.slice(0, -1).some((part) => folders.includes(part)))
  );
}

/** Scripts that the JSON lacks are read from the files beside it. */
function withScripts(definition: DefinitionInFiles, files: Files): DefinitionInFiles {
  const folder = definition.path.slice(0, definition.path.lastIndexOf("/") + 1);
  for (const { holder, key, file, otherFiles = [] } of definition.kind.scriptsOf(definition.json)) {
    if (typeof holder[key] === "string" && holder[key] !== "") continue;
    const found = [file, ...otherFiles].find((name) => files.has(`${folder}${name}`.toLowerCase()));
    if (found !== undefined) holder[key] = scriptInFile(files.get(`${folder}${found}`.toLowerCase()) ?? "");
  }
  return definition;
}
