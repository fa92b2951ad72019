import type { DefinitionJson, DefinitionKind } from "./definition-kind.ts";
import { fileName, uniqueNames } from "./files.ts";
import { stableJson } from "./json.ts";
import { fileOfScript } from "./script-text.ts";

/**
 * Writes definitions as files for a repository: each in its own folder, always with the same order of keys, without
 * dates and ids of parts, with scripts as separate files.
 */
export function writeFiles(
  definitions: readonly { kind: DefinitionKind; json: DefinitionJson }[],
): Map<string, string> {
  const files = new Map<string, string>();
  const unique = uniqueNames();
  for (const { kind, json } of definitions) {
    const folder = unique(`${kind.folders[0]}/${fileName(kind.nameOf(json) ?? kind.label)}`);
    const written = structuredClone(json);
    for (const { holder, key, file } of kind.scriptsOf(written)) {
      const text = holder[key];
      if (typeof text !== "string" || text === "") continue;
      files.set(`${folder}/${file}`, fileOfScript(text));
      delete holder[key];
    }
    files.set(
      `${folder}/${kind.files[0]}`,
      stableJson({ ...kind.normalized(written), ...kind.alsoWritten?.(written) }),
    );
  }
  return new Map([...files].sort(([one], [other]) => (one < other ? -1 : 1)));
}
