import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as audit from "#server/store/organization/audit.ts";
import type { FullUser } from "#server/store/organization/users.ts";
import * as users from "#server/store/organization/users.ts";
import { organizationSecretIdentity, userSecretIdentity } from "./secret-identity.ts";

/** The caller's own two secrets. */
export async function readSecrets(ctx: Context): Promise<{ userSecret: string; organizationSecret: string }> {
  const { organizationId, userId } = ctx.caller;
  const user = await users.find(ctx.db.prisma, { organizationId, userId });
  if (!user) throw new Failure("notFound", "This user no longer exists.");
  return openSecrets(ctx, user);
}

/** Reads the two secrets of a user; the read is audited before they are returned. */
export async function openSecrets(ctx: Context, user: FullUser) {
  const { organizationId, accountId, userId } = ctx.caller;
  await audit.insert(ctx.db.prisma, {
    organizationId,
    accountId,
    userId,
    entity: "user",
    entityId: String(user.id),
    action: "secretRead",
    ...(ctx.clientAddress !== undefined && { address: ctx.clientAddress }),
  });
  return {
    userSecret: ctx.vault.open(user.secretSealed, userSecretIdentity(user.secretHash)),
    organizationSecret: ctx.vault.open(
      user.organization.secretSealed,
      organizationSecretIdentity(user.organization.secretHash),
    ),
  };
}
