import type { Context } from "#server/context.ts";
import type { DefinitionJson } from "#server/definition-files/definition-kind.ts";
import type { ExistingDefinition } from "#server/definition-files/plan-definitions.ts";

/** `revision`: what the plan compared the definition with; undefined if it is replaced whatever it is. */
type Replaced = { id: number | undefined; version: number | undefined; revision: string | undefined };

/** Reads and saves definitions of one kind. */
export type DefinitionTarget = {
  /** Lists the definitions of the caller's own account with these names, all without names. */
  list: (ctx: Context, names?: readonly string[]) => Promise<ExistingDefinition[]>;
  /**
   * Creates a definition, or replaces the one with this id, which becomes its next version. Refuses what saving it
   * separately refuses. In the transaction that writes, it also refuses (conflict) what was changed after the plan: another
   * version or revision than this one, and a name that is no longer free. Returns its id, if it has one.
   */
  save: (ctx: Context, json: DefinitionJson, replaced: Replaced) => Promise<number | undefined>;
};
