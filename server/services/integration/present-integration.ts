import type { Integration } from "#server/generated/prisma/client.ts";
import { isoSeconds } from "#server/iso-date.ts";

export const presentIntegration = ({
  id,
  name,
  formulas,
  formulaInstances,
  elementInstances,
  stage,
  createdAt,
  updatedAt,
}: Integration) => ({
  id,
  name,
  ...(stage !== null && { stage }),
  formulas,
  formulaInstances,
  elementInstances,
  createdDate: isoSeconds(createdAt),
  updatedDate: isoSeconds(updatedAt),
});
