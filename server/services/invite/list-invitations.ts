import type { Context } from "#server/context.ts";
import * as idempotency from "#server/store/idempotency/idempotency.ts";
import * as invitations from "#server/store/invitation/invitations.ts";
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
  return stored
    .filter((invitation) => !used.has(keyOf(invitation).key))
    .map(({ email, role, expiresAt, createdAt }) => ({
      email,
      roleKey: role,
      createdDate: createdAt.toISOString(),
      expiresDate: expiresAt.toISOString(),
    }));
}
