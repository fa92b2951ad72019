import type { Context } from "#server/context.ts";
import type { DefinitionJson } from "#server/definition-files/definition-kind.ts";
import type { ExistingDefinition } from "#server/definition-files/plan-definitions.ts";

type Replaced = { id: number | undefined; version: number | undefined };

/** Reads and saves definitions of one kind. */
export type DefinitionTarget = {
  /** Lists the definitions of the caller's own account with these names, all without names. */
  list: (ctx: Context, names?: readonly string[]) => Promise<ExistingDefinition[]>;
  /**
   * Creates a definition, or replaces the one with this id, which becomes its next version; refuses what saving it
   * separately refuses, and (conflict) another version than this one. Returns its id, if it has one.
   */
  save: (ctx: Context, json: DefinitionJson, replaced: Replaced) => Promise<number | undefined>;
};
