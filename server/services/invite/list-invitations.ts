import type { Context } from "#server/context.ts";
import * as idempotency from "#server/store/idempotency/idempotency.ts";
import * as invitations from "#server/store/invitation/invitations.ts";
import { namesById } from "#server/store/organization/users.ts";
import { requireOrganizationAdministrator } from "../account/require-role.ts";
import { keyOf } from "./invitation.ts";

/** The newest open invitations of the organization, without their links. */
export async function listInvitations(ctx: Context) {
  await requireOrganizationAdministrator(ctx);
  const { organizationId } = ctx.caller;
  const stored = await invitations.listOpen(ctx.db.prisma, { organizationId, now: ctx.now() });
  const keys = stored.map((invitation) => keyOf(invitation).key);
  // A process of the previous version records the use of a link, but leaves the row.
  const used = await idempotency.findKeys(ctx.db.prisma, { organizationId, userId: idempotency.NO_USER, keys });
  const open = stored.filter((invitation) => !used.has(keyOf(invitation).key));
  const inviters = open.map(({ userId }) => userId);
  const names = await namesById(ctx.db.prisma, organizationId, [...new Set(inviters)]);
  return open.map(({ email, role, userId, expiresAt, createdAt }) => ({
    email,
    roleKey: role,
    invitedBy: names.get(userId) ?? "",
    createdDate: createdAt.toISOString(),
    expiresDate: expiresAt.toISOString(),
  }));
}
