import type { App } from "#server/context.ts";
import type { Organization } from "#server/generated/prisma/client.ts";
import { isoSeconds } from "#server/iso-date.ts";
import { organizationSecretIdentity } from "../account/secret-identity.ts";

/** An organization as the API shows it to users who know its secret. */
export function presentOrganization({ vault }: Pick<App, "vault">, organization: Organization) {
  const { id, name, externalId, profile, requiresSecondFactor, secretSealed, secretHash, createdAt } = organization;
  return {
    id,
    name,
    externalId: externalId ?? String(id),
    active: true,
    environment: "production" as const,
    status: "paid" as const,
    secret: vault.open(secretSealed, organizationSecretIdentity(secretHash)),
    vdrVersion: "2",
    canCreatePeer: false,
    twoFactorAuthEnabled: requiresSecondFactor,
    ...(profile as Record<string, string>),
    createdDate: isoSeconds(createdAt),
  };
}
