import { type CommonResource, compileCommonResources } from "#server/common-resource/compile.ts";
import { mapObjects } from "#server/common-resource/map-objects.ts";
import { mapQuery } from "#server/common-resource/map-query.ts";
import { problemsOf } from "#server/common-resource/problems.ts";
import type { Transformation } from "#server/common-resource/shape.ts";
import type { Context } from "#server/context.ts";
import type { ElementPorts } from "#server/element/ports.ts";
import { Failure } from "#server/errors.ts";
import { requireDesigner } from "../../account/require-role.ts";
import { TRANSFORMATIONS } from "../transformations.ts";
import type { MappingAddress } from "./read-mapping.ts";

const LONGEST_MS = 30_000;

/** The result for a value, or why there is none. */
type Outcome<Value> = { value: Value } | { failure: string };

/**
 * The results of an unsaved transformation for an object of the provider, for the result on its way back, and for a
 * `where`; `problems` is why it cannot be saved. Scripts run; their messages are not sent. Refuses forbidden and
 * notFound.
 */
export async function previewMapping(
  ctx: Context,
  {
    name,
    transformation,
    record,
    where,
    ...address
  }: MappingAddress & { transformation: Transformation; record?: unknown; where?: string | undefined },
) {
  requireDesigner(ctx);
  const place = await TRANSFORMATIONS.find(ctx, address);
  const own = TRANSFORMATIONS.at(place.owner.level, transformation);
  const saved = await TRANSFORMATIONS.list(ctx.db.prisma, place, name);
  const problems = problemsOf(own, saved.find(({ level }) => level === place.owner.level)?.value);
  if (problems.length > 0) return { problems, fromVendor: null, toVendor: null, where: null };
  const above = saved.filter(({ level }) => level !== place.owner.level);
  const levels = [...above, { level: place.owner.level, name, value: own }];
  const resource = compileCommonResources(levels.map(({ value, ...rest }) => ({ ...rest, transformation: value }))).get(
    name,
  );
  if (!resource) return { problems, fromVendor: null, toVendor: null, where: null };
  const around = aroundOf(ctx);
  const fromVendor =
    record === undefined
      ? null
      : await outcomeOf(() => mapObjects(resource, structuredClone(record), { ...around, direction: "fromVendor" }));
  const toVendor =
    fromVendor && "value" in fromVendor
      ? await outcomeOf(() =>
          mapObjects(resource, structuredClone(fromVendor.value), { ...around, direction: "toVendor" }),
        )
      : null;
  return { problems, fromVendor, toVendor, where: where ? await mappedWhere(resource, where, around) : null };
}

type Around = { hook: ElementPorts["hook"]; signal: AbortSignal };

const aroundOf = ({ provider, caller }: Context): Around => ({
  hook: (call, signal) => provider.hook(caller.organizationId, call, signal),
  signal: AbortSignal.timeout(LONGEST_MS),
});

const mappedWhere = (resource: CommonResource, where: string, around: Around): Promise<Outcome<string>> =>
  outcomeOf(async () => {
    const { query } = await mapQuery(resource, { where }, around);
    return String(query.where ?? "");
  });

async function outcomeOf<Value>(act: () => Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { value: await act() };
  } catch (error) {
    if (error instanceof Failure) return { failure: error.message };
    throw error;
  }
}
