import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { findElement } from "./find-element.ts";

/** The element's default transformations; without any, the 404 that clients treat as empty. */
export async function readTransformations(ctx: Context, keyOrId: string): Promise<Record<string, unknown>[]> {
  const { defaultTransformations } = (await findElement(ctx, keyOrId)).definition;
  if (Array.isArray(defaultTransformations) && defaultTransformations.length > 0) return defaultTransformations;
  throw new Failure("notFound", "No transformations found");
}
