import { closestTo } from "./closest-to.ts";
import { DEFINITION_KINDS } from "./definition-kinds.ts";
import type { NamedDefinition } from "./plan-definitions.ts";
import type { DefinitionInFiles } from "./read-files.ts";

/** Why a name cannot mean a definition in these files, with the closest one; undefined if there is one. */
export function missingDefinition(
  read: readonly Pick<DefinitionInFiles, "kind" | "name">[],
  { type, name }: NamedDefinition,
): string | undefined {
  const names = read.filter(({ kind }) => kind.noun === type).map((one) => one.name);
  if (names.includes(name)) return undefined;
  const closest = closestTo(name, names);
  const question = closest === undefined ? "" : ` Did you mean '${type} ${closest}'?`;
  return `the files have no ${DEFINITION_KINDS[type].label} "${name}".${question}`;
}
