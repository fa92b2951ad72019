import type { Context } from "#server/context.ts";
import { type Address, findInstance } from "./find-instance.ts";
import { presentInstance } from "./present-instance.ts";

/** One instance as the API shows it; refuses notFound. */
export async function readInstance(ctx: Context, address: Address) {
  return presentInstance(ctx, await findInstance(ctx, address));
}
