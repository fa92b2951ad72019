import type { Context } from "#server/context.ts";
import type { DefinitionType } from "#server/definition-files/definition-kind.ts";
import { DEFINITION_KINDS } from "#server/definition-files/definition-kinds.ts";
import { writeFiles } from "#server/definition-files/write-files.ts";
import { Failure } from "#server/errors.ts";
import { typesOf } from "#server/registry.ts";
import { DEFINITION_TARGETS } from "./definition-targets.ts";

type Wanted = { types?: readonly DefinitionType[] | undefined; names?: readonly string[] | undefined };

const MOST_CHARACTERS = 64 * 1024 * 1024;

/**
 * The definitions of the caller's account as files for a repository, without secrets: all, or those with these types
 * and names. Refuses (tooLarge) more than 64 MB of text.
 */
export async function exportDefinitions(ctx: Context, { types, names }: Wanted = {}): Promise<Map<string, string>> {
  const definitions = [];
  for (const type of types ?? typesOf(DEFINITION_KINDS)) {
    const kind = DEFINITION_KINDS[type];
    for (const { json } of await DEFINITION_TARGETS[type].list(ctx, names)) definitions.push({ kind, json });
  }
  const files = writeFiles(definitions);
  const size = [...files.values()].reduce((sum, text) => sum + text.length, 0);
  if (size > MOST_CHARACTERS)
    throw new Failure("tooLarge", "The definitions have more than 64 MB. Export some of them, by types or names.");
  return files;
}
