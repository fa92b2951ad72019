import { createHash } from "node:crypto";
import type { DefinitionKind } from "#server/definition-files/definition-kind.ts";
import { ordered } from "#server/definition-files/json.ts";
import type {
  ExistingDefinition,
  NamedDefinition,
  PlannedDefinition,
} from "#server/definition-files/plan-definitions.ts";
import { Failure } from "#server/errors.ts";

/** `revision`: identifies what a definition was compared with, also if there was none. */
export type ComparedDefinition = PlannedDefinition & { revision: string };

/** The revision that the plan of an import compared a definition with. */
export type Basis = NamedDefinition & { revision: string };

/** The revision of what the account has with one name. It changes with each change, creation and deletion. */
export const comparedRevision = (kind: DefinitionKind, existing: readonly ExistingDefinition[]): string =>
  createHash("sha256")
    .update(JSON.stringify(existing.map(({ id, version, json }) => [id, version ?? ordered(kind.normalized(json))])))
    .digest("base64url");

/**
 * Refuses (conflict) an import that would replace, or create again, what was changed after the plan that it is based
 * on. Definitions that the plan does not have are not checked.
 */
export function refuseStalePlan(definitions: readonly ComparedDefinition[], basedOn: readonly Basis[]): void {
  const planned = new Map(basedOn.map(({ type, name, revision }) => [`${type} ${name}`, revision]));
  const changed = definitions.filter(({ kind, name, action, revision }) => {
    const before = planned.get(`${kind.noun} ${name}`);
    return (action === "create" || action === "update") && before !== undefined && before !== revision;
  });
  if (changed.length > 0) throw stalePlan(changed, "basedOn");
}

/** The refusal (conflict) of a whole import because these definitions were changed after its plan. */
export const stalePlan = (changed: readonly PlannedDefinition[], field: "basedOn" | "files") =>
  new Failure(
    "conflict",
    `${field}: ${named(changed)} ${changed.length === 1 ? "was" : "were"} changed after the plan. Nothing was imported. Plan the import again.`,
    { reason: "publishedMeanwhile", field },
  );

const MOST_NAMED = 5;
const MOST_CHARACTERS = 200;

function named(definitions: readonly PlannedDefinition[]): string {
  const names = definitions
    .slice(0, MOST_NAMED)
    .map(({ kind, name }) => `the ${kind.label} ${JSON.stringify(name.slice(0, MOST_CHARACTERS))}`);
  if (definitions.length > MOST_NAMED) names.push(`${definitions.length - MOST_NAMED} more`);
  return new Intl.ListFormat("en-GB").format(names);
}
