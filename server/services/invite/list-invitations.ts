import type { Context } from "#server/context.ts";
import * as idempotency from "#server/store/idempotency/idempotency.ts";
import * as invitations from "#server/store/invitation/invitations.ts";
import { namesById } from "#server/store/organization/users.ts";
import { requireOrganizationAdministrator } from "../account/require-role.ts";
import { keyOf } from "./invitation.ts";
import { inviterOf } from "./require-inviter.ts";

/**
 * The newest open invitations of the organization, without their links. One whose inviter may no longer invite into its
 * role does not work.
 */
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
  const working = await workingOf(ctx, open);
  return open.map(({ email, role, userId, expiresAt, createdAt }) => ({
    email,
    works: working.has(keyOfInviter({ userId, role })),
    roleKey: role,
    invitedBy: names.get(userId) ?? "",
    createdDate: createdAt.toISOString(),
    expiresDate: expiresAt.toISOString(),
  }));
}

type Inviter = { userId: number; role: string };

const keyOfInviter = ({ userId, role }: Inviter): string => `${userId} ${role}`;

async function workingOf(ctx: Context, open: readonly Inviter[]): Promise<ReadonlySet<string>> {
  const { organizationId } = ctx.caller;
  const working = new Set<string>();
  for (const [key, { userId, role }] of new Map(open.map((one) => [keyOfInviter(one), one])))
    if ((await inviterOf(ctx, { organizationId, userId, role })).caller) working.add(key);
  return working;
}
