import type { Context } from "#server/context.ts";
import type { DefinitionJson } from "#server/definition-files/definition-kind.ts";
import type { ExistingDefinition } from "#server/definition-files/plan-definitions.ts";

/** How definitions of one kind are read and saved. */
export type DefinitionTarget = {
  /** Those of the caller's own account with these names, all of them without names. */
  list: (ctx: Context, names?: readonly string[]) => Promise<ExistingDefinition[]>;
  /** Creates it, or replaces the one with this id; refuses what saving it by itself refuses. Returns its id, if it has one. */
  save: (ctx: Context, json: DefinitionJson, id: number | undefined) => Promise<number | undefined>;
};
