import type { TestAccountRecord } from "#server/store/test-account/test-accounts.ts";

export type PresentedTestAccount = ReturnType<typeof presentTestAccount>;

/** A test account as its author sees it, without its configuration. */
export const presentTestAccount = ({
  id,
  elementId,
  draftId,
  name,
  valid,
  createdAt,
  lastUsedAt,
}: Omit<TestAccountRecord, "configuration">) => ({
  id,
  elementId,
  draftId,
  name,
  valid,
  createdDate: createdAt.toISOString(),
  lastUsedDate: lastUsedAt?.toISOString() ?? null,
});
