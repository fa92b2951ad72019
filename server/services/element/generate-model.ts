import type { Context } from "#server/context.ts";
import { modelFromSamples } from "#server/element/definition/model-from-samples.ts";
import type { Model } from "#server/element/shape.ts";
import { Failure } from "#server/errors.ts";
import { requireDesigner } from "../account/require-role.ts";

type Sampled = { objectName: string; sample: unknown; areSamples: boolean };

/**
 * Models of a sample payload, or of those in a list, as a resource takes them; nothing is saved (spec §2.9). Refuses
 * (badRequest) samples that are no list.
 */
export function generateModel(ctx: Context, { objectName, sample, areSamples }: Sampled): Model {
  requireDesigner(ctx);
  if (areSamples && !Array.isArray(sample)) throw new Failure("badRequest", "body: must be a list of samples.");
  const samples: readonly unknown[] = areSamples ? (sample as unknown[]) : [sample];
  return { name: objectName, swagger: modelFromSamples(objectName, samples) };
}
