import { addressOf } from "../resource-path.ts";
import type { ConfigurationEntry, ElementField, ElementObject, Hook, Parameter, Resource } from "../shape.ts";
import type { Identified, PreparedExtension, PreparedObject, PreparedResource } from "./prepared.ts";

const PARTS_PER_ELEMENT = 1_000_000;
/** The ids of accounts' additions start here, so that they never collide with the element's own parts. */
const FIRST_OF_EXTENSION = 500_000;

/** Assigns ids of one element. `count` is the number of ids assigned so far. */
export type Ids = { next: () => number; count: () => number };

export function idsOf(elementId: number, { partCount = 0 }: { partCount?: number } = {}, isExtension = false): Ids {
  let count = partCount;
  const first = elementId * PARTS_PER_ELEMENT + (isExtension ? FIRST_OF_EXTENSION : 0);
  return { next: () => first + ++count, count: () => count };
}

export const extensionIds = (elementId: number, extension: PreparedExtension): Ids => idsOf(elementId, extension, true);

type Part = { id?: number | undefined };

/**
 * Every part with an id of its own: the one it was sent with if it is of a part `before`, else that of the part of the
 * same name, else a new one.
 */
function identify<Sent extends Part>(
  parts: readonly Sent[],
  before: readonly (Part & object)[],
  nameOf: (part: Sent) => string,
  ids: Ids,
): Identified<Sent>[] {
  const known = new Set(before.map(({ id }) => id));
  const taken = new Set<number | undefined>();
  const kept = parts.map(({ id }) => {
    if (id === undefined || !known.has(id) || taken.has(id)) return undefined;
    taken.add(id);
    return id;
  });
  const byName = new Map<string, number[]>();
  for (const part of before as Sent[]) {
    if (part.id === undefined || taken.has(part.id)) continue;
    const name = nameOf(part);
    byName.set(name, [...(byName.get(name) ?? []), part.id]);
  }
  return parts.map((part, at) => ({ ...part, id: kept[at] ?? byName.get(nameOf(part))?.shift() ?? ids.next() }));
}

export const identifyConfiguration = (
  parts: readonly ConfigurationEntry[],
  before: readonly ConfigurationEntry[],
  ids: Ids,
) => identify(parts, before, ({ key }) => key, ids);

export const identifyParameters = (parts: readonly Parameter[], before: readonly Parameter[], ids: Ids) =>
  identify(
    parts,
    before,
    ({ source, type, name, vendorType, vendorName }) => JSON.stringify([source, type, name, vendorType, vendorName]),
    ids,
  );

export const identifyHooks = (parts: readonly Hook[], before: readonly Hook[], ids: Ids) =>
  identify(parts, before, ({ type }) => type, ids);

export const identifyFields = (parts: readonly ElementField[], before: readonly ElementField[], ids: Ids) =>
  identify(parts, before, ({ name }) => name, ids);

export function identifyResources(
  parts: readonly Resource[],
  before: readonly PreparedResource[],
  ids: Ids,
): PreparedResource[] {
  const byId = new Map(before.map((resource) => [resource.id, resource]));
  return identify(parts, before, (resource) => `${resource.type} ${addressOf(resource)}`, ids).map((resource) => {
    const known = byId.get(resource.id);
    return {
      ...resource,
      parameters: identifyParameters(resource.parameters, known?.parameters ?? [], ids),
      hooks: identifyHooks(resource.hooks, known?.hooks ?? [], ids),
    };
  });
}

export function identifyObjects(
  parts: readonly ElementObject[],
  before: readonly PreparedObject[],
  ids: Ids,
): PreparedObject[] {
  const byId = new Map(before.map((object) => [object.id, object]));
  return identify(parts, before, ({ name }) => name, ids).map((object) => ({
    ...object,
    fields: identifyFields(object.fields, byId.get(object.id)?.fields ?? [], ids),
  }));
}

/** Whether an account added this part to an element of the catalog. */
export const ofExtension = (partId: number): boolean => partId % PARTS_PER_ELEMENT > FIRST_OF_EXTENSION;
