import type { Context } from "#server/context.ts";
import type { ConvertedElement } from "#server/element/convert/conversion.ts";
import { requireDesigner } from "../account/require-role.ts";

/**
 * An unsaved element from the description of a provider's API. `type` names its format; by default it is detected.
 * Refuses (badRequest) what cannot be read, with the place in the file.
 */
export async function convertElement(
  ctx: Context,
  { type, bytes }: { type: string | undefined; bytes: Uint8Array },
): Promise<ConvertedElement> {
  requireDesigner(ctx);
  const { element } = await ctx.convert({ bytes, format: type }, String(ctx.caller.organizationId));
  return element;
}
