import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as elementAccess from "#server/store/element/element-access.ts";
import * as accounts from "#server/store/organization/accounts.ts";
import { requireDesigner } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { holdElement, requireOwn } from "./change-element.ts";
import { findElement } from "./find-element.ts";

type Access = { keyOrId: string; accountId: number };

/** The other accounts that may use a private element. */
export async function listElementAccess(ctx: Context, keyOrId: string): Promise<number[]> {
  const found = await findElement(ctx, keyOrId);
  requireOwn(ctx, found);
  return elementAccess.list(ctx.db.prisma, { organizationId: ctx.caller.organizationId, elementId: found.id });
}

/** Allows an account of the same organization to use the element; a repetition has no effect. */
export const grantElementAccess = (ctx: Context, access: Access) => changeAccess(ctx, access, "granted");

/** Refuses notFound if there was no such access. */
export const revokeElementAccess = (ctx: Context, access: Access) => changeAccess(ctx, access, "revoked");

async function changeAccess(ctx: Context, { keyOrId, accountId }: Access, action: "granted" | "revoked") {
  requireDesigner(ctx);
  await ctx.db.prisma.$transaction(async (tx) => {
    const { id: elementId, ...current } = await holdElement(ctx, tx, keyOrId);
    requireOwn(ctx, { id: elementId, ...current });
    const isKnown = (await accounts.ofOrganization(tx, ctx.caller.organizationId, [accountId])).length > 0;
    if (!isKnown) throw new Failure("notFound", `No account found with ID ${accountId}`);
    const access = { organizationId: ctx.caller.organizationId, elementId, accountId };
    if (action === "granted") await elementAccess.grant(tx, access);
    else if (!(await elementAccess.revoke(tx, access)))
      throw new Failure("notFound", `Account ${accountId} has no access to this element of its own.`);
    await record(tx, ctx, { entity: "element", entityId: elementId, action: `access ${action}` });
  });
  return {};
}
