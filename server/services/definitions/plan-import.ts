import type { Context } from "#server/context.ts";
import { describedInstances } from "#server/definition-files/bind-instances.ts";
import type { DefinitionType } from "#server/definition-files/definition-kind.ts";
import { DEFINITION_KINDS } from "#server/definition-files/definition-kinds.ts";
import type { Files } from "#server/definition-files/files.ts";
import { missingDefinition } from "#server/definition-files/missing-definition.ts";
import {
  type ExistingDefinition,
  type ImportPlan,
  type NamedDefinition,
  planDefinitions,
} from "#server/definition-files/plan-definitions.ts";
import { type DefinitionInFiles, readFiles, type SkippedFile } from "#server/definition-files/read-files.ts";
import { Failure } from "#server/errors.ts";
import { typesOf } from "#server/registry.ts";
import { ownScope } from "#server/store/database/scope.ts";
import * as elementKeys from "#server/store/element/element-keys.ts";
import * as elementInstances from "#server/store/element-instance/element-instances.ts";
import { requireDesigner } from "../account/require-role.ts";
import { type ComparedDefinition, comparedRevision } from "./compared-revision.ts";
import { DEFINITION_TARGETS } from "./definition-targets.ts";

export type ImportInput = {
  files: Files;
  /** The instances that replace the element instances in the files, by the ids of those. */
  instances?: Readonly<Record<string, number>> | undefined;
  /** Definitions of the files to exclude. */
  except?: readonly NamedDefinition[] | undefined;
};

export type PlannedImport = Pick<ImportPlan, "instances"> & {
  definitions: ComparedDefinition[];
  skipped: SkippedFile[];
};

const MOST_DEFINITIONS = 2000;

/**
 * Plans an import of these files: what it would do, and what would differ from the source. Changes nothing. Refuses:
 * forbidden to viewers; badRequest for files without definitions, or with too many, and for one in `except` that the files lack.
 */
export async function planImport(
  ctx: Context,
  { files, instances: chosen = {}, except }: ImportInput,
): Promise<PlannedImport> {
  requireDesigner(ctx);
  const { definitions: read, skipped } = readFiles(files);
  if (read.length === 0)
    throw new Failure(
      "badRequest",
      ["files: there is no formula, element or common resource in them.", ...reasonsOf(skipped)].join(" "),
    );
  if (read.length > MOST_DEFINITIONS)
    throw new Failure(
      "badRequest",
      `files: an import has at most ${MOST_DEFINITIONS} definitions, not ${read.length}.`,
    );
  refuseMissing(read, except);
  const existing = await findExisting(ctx, read);
  const elementKeys = await findElementKeys(ctx, read);
  const plan = planDefinitions(read, {
    existing: (type, name) => existing.get(`${type} ${name}`) ?? [],
    isKnown: (type, name) => type === "element" && elementKeys.has(name),
    instances: await findInstances(ctx, read, chosen),
    chosen,
    except,
  });
  const definitions = plan.definitions.map((definition) => {
    const { kind, name } = definition;
    return Object.assign(definition, { revision: comparedRevision(kind, existing.get(`${kind.noun} ${name}`) ?? []) });
  });
  return { ...plan, definitions, skipped };
}

function refuseMissing(read: readonly DefinitionInFiles[], except: readonly NamedDefinition[] = []): void {
  for (const [at, named] of except.entries()) {
    const why = missingDefinition(read, named);
    if (why !== undefined) throw new Failure("badRequest", `except[${at}]: ${why}`, { field: `except[${at}].name` });
  }
}

const SHOWN = 3;

/** Why files were not read, for a person who sent few files. */
const reasonsOf = (skipped: readonly SkippedFile[]): string[] =>
  skipped.slice(0, SHOWN).map(({ path, message }) => `${path}: ${message}`);

/** The account's definitions with a name of one of these or of their references. */
async function findExisting(ctx: Context, read: readonly DefinitionInFiles[]) {
  const found = new Map<string, ExistingDefinition[]>();
  for (const type of typesOf(DEFINITION_KINDS))
    for (const definition of await DEFINITION_TARGETS[type].list(ctx, namesOf(read, type))) {
      const key = `${type} ${definition.name}`;
      found.set(key, [...(found.get(key) ?? []), definition]);
    }
  return found;
}

const namesOf = (read: readonly DefinitionInFiles[], type: DefinitionType): string[] => {
  const named = read.flatMap(({ kind, json }) => kind.referencesOf(json)).filter(({ to }) => to === type);
  const own = read.filter(({ kind }) => kind.noun === type);
  return [...new Set([...own, ...named].flatMap(({ name }) => name ?? []))];
};

const findElementKeys = async (ctx: Context, read: readonly DefinitionInFiles[]): Promise<ReadonlySet<string>> =>
  new Set((await elementKeys.idsByKey(ctx.db.prisma, ctx.caller, namesOf(read, "element"))).keys());

/** As many as a person can choose from; others are chosen by their ids. */
const MOST_OFFERED = 500;

/**
 * The element instances that the caller sees: named or chosen ones, and the others of the same elements; the latest of
 * all elements if a file does not say which element an instance has.
 */
async function findInstances(
  ctx: Context,
  read: readonly DefinitionInFiles[],
  chosen: Readonly<Record<string, number>>,
) {
  const named = read.flatMap(({ kind, json }) => kind.referencesOf(json));
  const ids = named.flatMap(({ to, id }) => (to === "elementInstance" && id ? [id.value] : []));
  if (ids.length === 0) return [];
  const described = read.flatMap(({ json }) => describedInstances(json));
  const elementKeys = described.flatMap(({ elementKey }) => elementKey ?? []);
  const scope = ownScope(ctx.caller);
  const found = await elementInstances.identify(ctx.db.prisma, scope, {
    ids: [...ids, ...Object.values(chosen)],
    elementKeys,
  });
  const isKnown = (wanted: number) => described.some(({ id, elementKey }) => id === wanted && elementKey !== undefined);
  if (ids.every(isKnown)) return found;
  const latest = await elementInstances.identifyLatest(ctx.db.prisma, scope, MOST_OFFERED);
  return [...new Map([...found, ...latest].map((one) => [one.id, one])).values()];
}
