import { findRole } from "#server/account/roles.ts";
import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { refuseTaken } from "../account/create-organization.ts";
import { requireNotAbove, requireOrganizationAdministrator } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { mintInvitation } from "./invitation.ts";

/**
 * A link by which one person becomes a user of the organization; it is told once, and sent by whoever asked for it.
 * Refuses: forbidden for who may not make users or would give more than they have, badRequest for a role that is none,
 * conflict for an address that somebody has.
 */
export async function inviteUser(ctx: Context, { email, role }: { email: string; role: string }) {
  await requireOrganizationAdministrator(ctx);
  if (!findRole(role)) throw new Failure("badRequest", `role: there is no role ${JSON.stringify(role.slice(0, 100))}.`);
  await requireNotAbove(ctx, [role]);
  await refuseTaken(ctx.db.prisma, email);
  const { organizationId, userId } = ctx.caller;
  const { token, expiresAt } = mintInvitation(ctx, { organizationId, userId, email, role });
  await record(ctx.db.prisma, ctx, { entity: "user", entityId: email, action: "invited" });
  return { url: new URL(`/invite/${token}`, ctx.env.PUBLIC_URL).href, expiresAt: expiresAt.toISOString() };
}
