import type { Account } from "#server/generated/prisma/client.ts";
import { isoSeconds } from "#server/iso-date.ts";

/** An account as the API shows it. */
export const presentAccount = ({
  id,
  organizationId,
  name,
  description,
  externalId,
  active,
  isDefault,
  createdAt,
  updatedAt,
}: Account) => ({
  id,
  name,
  description: description ?? name,
  active,
  companyId: organizationId,
  externalId: externalId ?? String(id),
  defaultAccount: isDefault,
  type: isDefault ? ("Default" as const) : ("CompanyAccount" as const),
  createdDate: isoSeconds(createdAt),
  updatedDate: isoSeconds(updatedAt),
});
