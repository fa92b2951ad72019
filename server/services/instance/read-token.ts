import type { Context } from "#server/context.ts";
import { requireDesigner } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { findInstance } from "./find-instance.ts";

/** Reads the token by which applications use an element instance; the read is audited before the token is returned. */
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
