import type { Context } from "#server/context.ts";
import { type PlannedDefinition, setLink, withoutLinks } from "#server/definition-files/plan-definitions.ts";
import { Failure } from "#server/errors.ts";
import { isChangedAfterPlan } from "../refuse-other-version.ts";
import { type Basis, type ComparedDefinition, refuseStalePlan, stalePlan } from "./compared-revision.ts";
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
 * replaced: it refuses (conflict) all of them, or, once some are saved, only a definition that is changed while the import
 * is in progress. The same holds without it for a name that was free at first.
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
  let isSaved = false;
  for (const definition of definitions) {
    const { revision } = definition;
    const error = await save(ctx, definition, basedOn && revision);
    if (isChangedAfterPlan(error) && !isSaved) throw stalePlan([definition], basedOn ? "basedOn" : "files");
    if (error) errors.set(definition, error.message);
    else if (isWritten(definition)) isSaved = true;
  }
  // Definitions in a cycle could not have each other's id the first time.
  for (const definition of definitions) {
    if (!definition.links.some(({ to }) => to.id !== undefined)) continue;
    const error = await save(ctx, definition);
    if (error) errors.set(definition, error.message);
  }
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

const isWritten = ({ action }: PlannedDefinition): boolean => action === "create" || action === "update";

/** Returns why it was refused. */
async function save(ctx: Context, definition: PlannedDefinition, revision?: string): Promise<Failure | undefined> {
  if (!isWritten(definition)) return undefined;
  const { kind, links } = definition;
  for (const link of links) if (link.to.id !== undefined) setLink(link, link.to.id);
  const unsaved = links.filter(({ to }) => to.id === undefined);
  try {
    const { id, version } = definition;
    const json = withoutLinks(definition, unsaved);
    definition.id = await DEFINITION_TARGETS[kind.noun].save(ctx, json, { id, version, revision });
    if (definition.version !== undefined) definition.version += 1;
    definition.links = unsaved;
    return undefined;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return error;
  }
}
