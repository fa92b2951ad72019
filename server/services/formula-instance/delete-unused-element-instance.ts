import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { deleteInstance } from "../instance/delete-instance.ts";
import { usesOf } from "./replace-element-instance.ts";

/** Deletes an element instance for a person: refuses conflict while formulas use it, so that it is replaced first. */
export async function deleteUnusedInstance(ctx: Context, address: { elementInstanceId: number }) {
  const { length: uses } = await usesOf(ctx, address.elementInstanceId);
  if (uses > 0)
    throw new Failure(
      "conflict",
      `${uses} formula ${uses === 1 ? "instance uses" : "instances use"} this connection. Choose another connection there first.`,
    );
  return deleteInstance(ctx, address);
}
