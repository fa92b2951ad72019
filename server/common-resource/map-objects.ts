import { isRecord } from "#server/element/bare-record.ts";
import type { ElementPorts } from "#server/element/ports.ts";
import type { CommonResource } from "./compile.ts";
import type { Direction } from "./directions.ts";
import { type Pair, runScript } from "./script.ts";

type Mapping = {
  direction: Direction;
  /** The objects only contain changed fields. */
  isPartial?: boolean;
  hook: ElementPorts["hook"];
  signal: AbortSignal;
};

/**
 * Maps an object, or each of a list, which is changed in place. What is no object stays as it is. Refuses (badRequest)
 * values of a request that cannot be converted, and (serverError) what a script refuses.
 */
export async function mapObjects(resource: CommonResource, body: unknown, mapping: Mapping): Promise<unknown> {
  if (!Array.isArray(body)) return isRecord(body) ? (await mapList(resource, [body], mapping))[0] : body;
  return mapList(resource, body, mapping);
}

async function mapList(resource: CommonResource, list: unknown[], mapping: Mapping): Promise<unknown[]> {
  const { direction, isPartial = false, hook, signal } = mapping;
  const { map, scripts } = resource[direction];
  const originals = scripts.length > 0 ? [...list] : [];
  for (const [at, object] of list.entries()) list[at] = map(object, { isPartial });
  let objects = list;
  for (const script of scripts) {
    const pairs = objects.map((object, at): Pair => [originals[at], object]);
    const results = await runScript(script, pairs, { name: resource.name, direction, hook, signal });
    const kept = script.dropsEmpty ? results.map((result) => !isEmpty(result)) : undefined;
    objects = kept ? results.filter((_, at) => kept[at]) : results;
    if (kept) for (let at = kept.length - 1; at >= 0; at--) if (!kept[at]) originals.splice(at, 1);
  }
  return objects;
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (isRecord(value) && Object.keys(value).length === 0);
