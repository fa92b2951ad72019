import { closestTo } from "#server/definition-files/closest-to.ts";
import type { DefinitionType } from "#server/definition-files/definition-kind.ts";
import { DEFINITION_KINDS } from "#server/definition-files/definition-kinds.ts";
import { missingDefinition } from "#server/definition-files/missing-definition.ts";
import type { NamedDefinition } from "#server/definition-files/plan-definitions.ts";
import { readFiles } from "#server/definition-files/read-files.ts";
import { typesOf } from "#server/registry.ts";
import type { Folder } from "./folder.ts";
import { CommandError } from "./world.ts";

const TYPES = typesOf(DEFINITION_KINDS);
const isType = (text: string): text is DefinitionType => Object.hasOwn(DEFINITION_KINDS, text);

/** Refuses (CommandError) types that do not exist. */
export function checkTypes(types: readonly string[]): void {
  const wrong = types.find((type) => !isType(type));
  if (wrong === undefined) return;
  throw new CommandError(`--type ${wrong}: must be one of ${TYPES.join(", ")}.${question(closestTo(wrong, TYPES))}`);
}

const question = (meant: string | undefined): string => (meant === undefined ? "" : ` Did you mean ${meant}?`);

/** The names and keys of the definitions in files, without those that are nested in others. */
export const namesIn = (files: Folder): string[] =>
  readFiles(files)
    .definitions.filter(({ isNested }) => !isNested)
    .map(({ name }) => name);

/** Refuses (CommandError) a name that no published definition has; `names` has all that could be meant. */
export function refuseUnpublished(name: string, names: readonly string[]): never {
  throw new CommandError(
    `--name ${name}: nothing that is published has this name or key.${question(closestTo(name, names))}`,
  );
}

/** `formula Sync contacts`: definitions of a folder as plans list them. Refuses (CommandError) those that it lacks. */
export function readDefinitionNames(texts: readonly string[], files: Folder): NamedDefinition[] {
  if (texts.length === 0) return [];
  const { definitions } = readFiles(files);
  return texts.map((text) => {
    const [, type = "", name = ""] = /^(\w+) (.+)$/s.exec(text) ?? [];
    if (!isType(type)) {
      const meant = definitions.find((one) => text === one.name || name === one.name);
      const example = meant ? `${meant.kind.noun} ${meant.name}` : "formula Sync";
      throw new CommandError(
        `--except ${text}: write it as <type> <name>, such as '${example}'. The types are ${TYPES.join(", ")}.`,
      );
    }
    const why = missingDefinition(definitions, { type, name });
    if (why !== undefined) throw new CommandError(`--except ${text}: ${why}`);
    return { type, name };
  });
}

/** `4711=12` pairs: the id of an element instance in the files, and of the one that replaces it. */
export function readBindings(pairs: readonly string[], files: Folder): Record<string, number> {
  if (pairs.length === 0) return {};
  const named = new Set(readFiles(files).definitions.flatMap(({ kind, json }) => instancesIn(kind.referencesOf(json))));
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, from = "", to] = /^(\d+)=(\d+)$/.exec(pair) ?? [];
      if (from === "") throw new CommandError(`--instance ${pair}: write it as <id in the files>=<id here>.`);
      if (!named.has(from))
        throw new CommandError(
          `--instance ${pair}: the files name no element instance ${from}.${named.size === 0 ? "" : ` They name ${[...named].join(", ")}.`}`,
        );
      return [from, Number(to)];
    }),
  );
}

const instancesIn = (references: ReturnType<(typeof DEFINITION_KINDS)["formula"]["referencesOf"]>): string[] =>
  references.flatMap(({ to, id }) => (to === "elementInstance" && id ? [String(id.value)] : []));
