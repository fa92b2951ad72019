import type { Context } from "#server/context.ts";
import {
  type ImportPlan,
  type PlannedDefinition,
  setLink,
  withoutLinks,
} from "#server/definition-files/plan-definitions.ts";
import type { SkippedFile } from "#server/definition-files/read-files.ts";
import { Failure } from "#server/errors.ts";
import { DEFINITION_TARGETS } from "./definition-targets.ts";
import { type ImportInput, planImport } from "./plan-import.ts";

/** `error`: why saving it was refused, although the plan had no findings against it. */
export type ImportedDefinition = PlannedDefinition & { error?: string | undefined };

/**
 * Imports definitions, each as if it were saved separately, in an order in which references exist before. Refuses
 * (badRequest) all of them if some are blocked; with `skipBlocked` the others are imported. If one cannot be saved, the
 * others still are; importing again continues from there.
 */
export async function importDefinitions(
  ctx: Context,
  { skipBlocked = false, ...input }: ImportInput & { skipBlocked?: boolean | undefined },
): Promise<{ definitions: ImportedDefinition[]; instances: ImportPlan["instances"]; skipped: SkippedFile[] }> {
  const { definitions, ...plan } = await planImport(ctx, input);
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
    definition.id = await DEFINITION_TARGETS[kind.noun].save(ctx, withoutLinks(definition, unsaved), definition.id);
    definition.links = unsaved;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    errors.set(definition, error.message);
  }
}
