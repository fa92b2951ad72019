import type { Integration } from "#server/generated/prisma/client.ts";
import { isoSeconds } from "#server/iso-date.ts";

export const presentIntegration = ({
  id,
  name,
  formulas,
  formulaInstances,
  elementInstances,
  createdAt,
}: Integration) => ({
  id,
  name,
  formulas,
  formulaInstances,
  elementInstances,
  createdDate: isoSeconds(createdAt),
});
