import type { App } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as users from "#server/store/organization/users.ts";
import { organizationSecretIdentity, userSecretIdentity } from "./secret-identity.ts";

/**
 * Both secrets of a formula instance's owner, for its requests to the platform. They stay in the process, so this is no
 * read of secrets for the audit log. Refuses (unauthorized) if the user was deleted or disabled.
 */
export async function ownerSecrets(
  { db, vault }: Pick<App, "db" | "vault">,
  { organizationId, userId }: { organizationId: number; userId: number },
): Promise<{ userSecret: string; organizationSecret: string }> {
  const user = await users.find(db.prisma, { organizationId, userId });
  if (!user || !users.hasAccess(user))
    throw new Failure("unauthorized", "The user who owns this formula instance was deleted or disabled.");
  return {
    userSecret: vault.open(user.secretSealed, userSecretIdentity(user.secretHash)),
    organizationSecret: vault.open(
      user.organization.secretSealed,
      organizationSecretIdentity(user.organization.secretHash),
    ),
  };
}
