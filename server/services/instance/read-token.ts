import type { Context } from "#server/context.ts";
import { requireDesigner } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { findInstance } from "./find-instance.ts";

/** The token by which programs call an element instance; that it was read is in the audit log before it is told. */
export async function readToken(ctx: Context, address: { elementInstanceId: number }): Promise<{ token: string }> {
  requireDesigner(ctx);
  const { id, elementId, token } = await findInstance(ctx, address);
  await record(ctx.db.prisma, ctx, {
    entity: "elementInstance",
    entityId: id,
    parentId: elementId,
    action: "secretRead",
  });
  return { token };
}
