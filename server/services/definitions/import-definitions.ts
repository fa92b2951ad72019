import type { Context } from "#server/context.ts";
import { type PlannedDefinition, setLink, withoutLinks } from "#server/definition-files/plan-definitions.ts";
import { Failure } from "#server/errors.ts";
import { type Basis, type ComparedDefinition, refuseStalePlan } from "./compared-revision.ts";
import { DEFINITION_TARGETS } from "./definition-targets.ts";
import { type ImportInput, type PlannedImport, planImport } from "./plan-import.ts";

/** `error`: why saving it was refused, although the plan had no findings against it. */
export type ImportedDefinition = ComparedDefinition & { error?: string | undefined };

type Options = {
  skipBlocked?: boolean | undefined;
  /** The revisions in the reviewed plan. Without them, the current definitions are replaced. */
  basedOn?: readonly Basis[] | undefined;
};

/**
 * Imports definitions, each as if it were saved separately, in an order in which references exist before. Refuses
 * (badRequest) all of them if some are blocked; with `skipBlocked` the others are imported. If one cannot be saved, the
 * others still are; importing again continues from there. With `basedOn`, what was changed after that plan is not
 * replaced: it refuses (conflict) all of them, or only a definition that is changed while the import is in progress.
 */
export async function importDefinitions(
  ctx: Context,
  { skipBlocked = false, basedOn, ...input }: ImportInput & Options,
): Promise<Omit<PlannedImport, "definitions"> & { definitions: ImportedDefinition[] }> {
  const { definitions, ...plan } = await planImport(ctx, input);
  if (basedOn) refuseStalePlan(definitions, basedOn);
  else for (const definition of definitions) definition.version = undefined;
  const blocked = definitions.filter(({ action }) => action === "blocked");
  if (blocked.length > 0 && !skipBlocked) throw new Failure("badRequest", refusal(blocked));
  const errors = new Map<PlannedDefinition, string>();
  for (const definition of definitions) await save(ctx, definition, errors);
  // Definitions in a cycle could not have each other's id the first time.
  for (const definition of definitions)
    if (definition.links.some(({ to }) => to.id !== undefined)) await save(ctx, definition, errors);
  return { ...plan, definitions: definitions.map((definition) => ({ ...definition, error: errors.get(definition) })) };
}

const SHOWN = 5;

function refusal(blocked: readonly PlannedDefinition[]): string {
  const reasons = blocked.flatMap(({ kind, name, findings }) =>
    findings
      .filter(({ severity }) => severity === "blocked")
      .map(({ message }) => `${kind.label} "${name}": ${message}`),
  );
  const shown = reasons.slice(0, SHOWN);
  if (reasons.length > SHOWN) shown.push(`And ${reasons.length - SHOWN} more.`);
  return `Nothing was imported. ${shown.join(" ")} Correct them, or send skipBlocked to import the others.`;
}

async function save(
  ctx: Context,
  definition: PlannedDefinition,
  errors: Map<PlannedDefinition, string>,
): Promise<void> {
  const { action, kind, links } = definition;
  if (action !== "create" && action !== "update") return;
  for (const link of links) if (link.to.id !== undefined) setLink(link, link.to.id);
  const unsaved = links.filter(({ to }) => to.id === undefined);
  try {
    definition.id = await DEFINITION_TARGETS[kind.noun].save(ctx, withoutLinks(definition, unsaved), definition);
    if (definition.version !== undefined) definition.version += 1;
    definition.links = unsaved;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    errors.set(definition, error.message);
  }
}
