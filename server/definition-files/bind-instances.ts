import type { DefinitionJson } from "./definition-kind.ts";
import { idIn, objectsIn, textIn } from "./json.ts";

/** The fields that identify an element instance across organizations. */
export type InstanceIdentity = { id: number; elementKey: string; name: string; tags: string[] };

/**
 * An element instance that definitions name by its id in another system, with the fields that their export contains.
 */
export type ForeignInstance = { id: number } & Partial<Omit<InstanceIdentity, "id">>;

/** The element instances that an export describes. */
export const describedInstances = ({ elementInstances }: DefinitionJson): ForeignInstance[] =>
  objectsIn(elementInstances).flatMap(({ id, elementKey, name, tags }) => {
    const found = idIn(id);
    if (found === undefined) return [];
    return [{ id: found, elementKey: textIn(elementKey), name: textIn(name), tags: textsIn(tags) } as ForeignInstance];
  });

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];

/**
 * The instances here that may replace a foreign one, best first, and the one that does so by default: the same one, or
 * else the only one of its element with all of its tags, with its name, or at all. If its element is not known, any
 * may.
 */
export function bindInstance(
  foreign: ForeignInstance,
  here: readonly InstanceIdentity[],
): { bound: InstanceIdentity | undefined; candidates: InstanceIdentity[] } {
  if (foreign.elementKey === undefined)
    return { bound: here.find(({ id }) => id === foreign.id), candidates: [...here] };
  const ofElement = here.filter(({ elementKey }) => elementKey === foreign.elementKey);
  const same = here.find(({ id }) => id === foreign.id);
  if (same && isLike(same, foreign)) return { bound: same, candidates: ofElement };
  const { tags = [], name } = foreign;
  const tagged = tags.length > 0 ? ofElement.filter((one) => tags.every((tag) => one.tags.includes(tag))) : [];
  const named = ofElement.filter((one) => one.name === name);
  const [bound] = [tagged, named, ofElement].find(({ length }) => length === 1) ?? [];
  return { bound, candidates: [...new Set([...tagged, ...named, ...ofElement])] };
}

const isLike = (one: InstanceIdentity, { elementKey, name }: ForeignInstance) =>
  one.elementKey === elementKey && one.name === name;
