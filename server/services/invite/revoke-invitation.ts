import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as invitations from "#server/store/invitation/invitations.ts";
import { requireNotAbove, requireOrganizationAdministrator } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { addressOf, end } from "./invitation.ts";

/**
 * Ends the open invitation of an address. Refuses: forbidden for an invitation into a role above the caller's, notFound
 * if there is none, conflict if somebody has just accepted it.
 */
export async function revokeInvitation(ctx: Context, { email }: { email: string }) {
  await requireOrganizationAdministrator(ctx);
  const { organizationId } = ctx.caller;
  await ctx.db.prisma.$transaction(async (tx) => {
    const invitation = await invitations.find(tx, addressOf({ organizationId, email }));
    if (!invitation || invitation.revokedAt || invitation.expiresAt < ctx.now())
      throw new Failure("notFound", "There is no open invitation for this address. It may have expired.");
    await requireNotAbove(ctx, [invitation.role]);
    if (!(await end(tx, invitation, ctx.now())))
      throw new Failure("conflict", "The invitation was accepted meanwhile. Deactivate the user instead.");
    await invitations.revoke(tx, invitation, ctx.now());
    await record(tx, ctx, { entity: "user", entityId: invitation.email, action: "invitationRevoked" });
  });
}
