import type { Context } from "#server/context.ts";
import { copiedPath } from "#server/element/definition/copied-path.ts";
import { identifyResources } from "#server/element/definition/identify-parts.ts";
import type { PreparedResource } from "#server/element/definition/prepared.ts";
import { addressOf } from "#server/element/resource-path.ts";
import { Failure } from "#server/errors.ts";
import { changeDefinition } from "./editable-definition.ts";
import { findElement } from "./find-element.ts";
import { resourceIn } from "./part-lists.ts";
import { presentResource, wholeOf } from "./present-element.ts";

/** A new resource like this one; its name ends with `_copy`, as often as it takes to be new (spec §2.9, Copy). */
export async function copyResource(ctx: Context, { keyOrId, resourceId }: { keyOrId: string; resourceId: number }) {
  const found = await findElement(ctx, keyOrId);
  const original = resourceIn(wholeOf(found), resourceId);
  if (!original) throw new Failure("notFound", `This element has no resource ${resourceId}.`);
  let copied: PreparedResource | undefined;
  const changed = await changeDefinition(ctx, keyOrId, (layer, current, ids) => {
    const taken = new Set(wholeOf(current).resources.map(addressOf));
    const path = copiedPath(original, taken);
    [copied] = identifyResources([{ ...original, path, id: undefined, operationId: undefined }], [], ids);
    if (!copied) throw new Error("A resource got no id.");
    return {
      layer: { ...layer, resources: [...layer.resources, copied] },
      change: { entity: "resource", entityId: copied.id, action: "copied" },
    };
  });
  return presentResource(changed, copied as PreparedResource);
}
