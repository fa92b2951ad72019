import type { ApiKey } from "#server/generated/prisma/client.ts";
import { isoSeconds } from "#server/iso-date.ts";

/** An API key as people see it after it was created: without the key itself. */
export const presentApiKey = ({
  id,
  name,
  hint,
  userId,
  scopes,
  expiresAt,
  lastUsedAt,
  previousUntil,
  createdAt,
}: ApiKey) => ({
  ...{ id, name, hint, userId, scopes },
  createdDate: isoSeconds(createdAt),
  ...(expiresAt && { expiresDate: isoSeconds(expiresAt) }),
  ...(lastUsedAt && { lastUsedDate: isoSeconds(lastUsedAt) }),
  ...(previousUntil && { previousUntilDate: isoSeconds(previousUntil) }),
});
