import { findRole } from "#server/account/roles.ts";
import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import type { Db } from "#server/store/database/prisma.ts";
import * as invitations from "#server/store/invitation/invitations.ts";
import { refuseTaken } from "../account/create-organization.ts";
import { requireNotAbove, requireOrganizationAdministrator } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { addressOf, end, type Invitation, mintInvitation } from "./invitation.ts";

/**
 * Creates a link by which one person becomes a user of the organization; it is shown once, and sent by the inviter. An
 * earlier link for the address ends.
 * Refuses: forbidden for callers who may not create users or would grant more than they have, badRequest for an unknown
 * role, conflict for a taken address.
 */
export async function inviteUser(ctx: Context, { email, role }: { email: string; role: string }) {
  await requireOrganizationAdministrator(ctx);
  if (!findRole(role)) throw new Failure("badRequest", `role: there is no role ${JSON.stringify(role.slice(0, 100))}.`);
  await requireNotAbove(ctx, [role]);
  await refuseTaken(ctx.db.installation, email);
  const { organizationId, userId } = ctx.caller;
  const { token, invitation } = mintInvitation(ctx, { organizationId, userId, email, role });
  const expiresAt = new Date(invitation.expiresAt);
  const replaces = await ctx.db.prisma.$transaction(async (tx) => {
    const replaces = await endEarlier(ctx, tx, invitation);
    const { nonce } = invitation;
    await invitations.put(tx, { ...addressOf(invitation), nonce, role, userId, expiresAt, createdAt: ctx.now() });
    await record(tx, ctx, { entity: "user", entityId: email, action: "invited" });
    return replaces;
  });
  const url = new URL(`/invite/${token}`, ctx.env.PUBLIC_URL).href;
  return { url, expiresAt: expiresAt.toISOString(), replaces };
}

/** Whether there was an earlier link that still worked. */
async function endEarlier(ctx: Context, tx: Db, invitation: Invitation): Promise<boolean> {
  const earlier = await invitations.find(tx, addressOf(invitation));
  if (!earlier || earlier.revokedAt || earlier.expiresAt < ctx.now()) return false;
  if (!(await end(tx, earlier, ctx.now()))) return false;
  await record(tx, ctx, { entity: "user", entityId: earlier.email, action: "invitationRevoked" });
  return true;
}
