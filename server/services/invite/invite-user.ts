import { findRole } from "#server/account/roles.ts";
import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { refuseTaken } from "../account/create-organization.ts";
import { requireNotAbove, requireOrganizationAdministrator } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { mintInvitation } from "./invitation.ts";

/**
 * Creates a link by which one person becomes a user of the organization; it is shown once, and sent by the inviter.
 * Refuses: forbidden for callers who may not create users or would grant more than they have, badRequest for an unknown
 * role, conflict for a taken address.
 */
export async function inviteUser(ctx: Context, { email, role }: { email: string; role: string }) {
  await requireOrganizationAdministrator(ctx);
  if (!findRole(role)) throw new Failure("badRequest", `role: there is no role ${JSON.stringify(role.slice(0, 100))}.`);
  await requireNotAbove(ctx, [role]);
  await refuseTaken(ctx.db.installation, email);
  const { organizationId, userId } = ctx.caller;
  const { token, expiresAt } = mintInvitation(ctx, { organizationId, userId, email, role });
  await record(ctx.db.prisma, ctx, { entity: "user", entityId: email, action: "invited" });
  return { url: new URL(`/invite/${token}`, ctx.env.PUBLIC_URL).href, expiresAt: expiresAt.toISOString() };
}
