import type { Context } from "#server/context.ts";
import { modelFromSample } from "#server/element/definition/model-from-sample.ts";
import type { Model } from "#server/element/shape.ts";
import { requireDesigner } from "../account/require-role.ts";

/** Models of a sample payload, as a resource takes them; nothing is saved (spec §2.9). */
export function generateModel(ctx: Context, objectName: string, sample: unknown): Model {
  requireDesigner(ctx);
  return { name: objectName, swagger: modelFromSample(objectName, sample) };
}
