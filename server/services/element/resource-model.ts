import type { AuditAction } from "#server/account/audit-kinds.ts";
import type { Context } from "#server/context.ts";
import type { Model } from "#server/element/shape.ts";
import { Failure } from "#server/errors.ts";
import { changeDefinition } from "./editable-definition.ts";
import { findElement } from "./find-element.ts";
import { resourceIn, withResource } from "./part-lists.ts";
import { wholeOf } from "./present-element.ts";

type Address = { keyOrId: string; resourceId: number };

/** The models of a resource: one record, without an id of its own (spec §2.9). Refuses notFound. */
export async function readModel(ctx: Context, { keyOrId, resourceId }: Address): Promise<Model> {
  const model = resourceIn(wholeOf(await findElement(ctx, keyOrId)), resourceId)?.model;
  if (!model) throw noModel(resourceId);
  return model;
}

/** Sets the models of a resource. */
export async function saveModel(ctx: Context, { address, model }: { address: Address; model: Model }): Promise<Model> {
  await changeModel(ctx, address, model, "saved");
  return model;
}

/** Refuses notFound if there is none. */
export async function deleteModel(ctx: Context, address: Address) {
  await changeModel(ctx, address, undefined, "deleted");
  return {};
}

const changeModel = (ctx: Context, { keyOrId, resourceId }: Address, model: Model | undefined, action: AuditAction) =>
  changeDefinition(ctx, keyOrId, (layer) => {
    const resource = resourceIn(layer, resourceId);
    if (!resource || (!model && !resource.model)) throw noModel(resourceId);
    return {
      layer: withResource(layer, resourceId, { model }),
      change: { entity: "model", entityId: resourceId, action },
    };
  });

const noModel = (resourceId: number) =>
  new Failure("notFound", `There is no model of resource ${resourceId}, or the resource is not this account's own.`);
