import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import type { ApiKey } from "#server/generated/prisma/client.ts";
import type { Db } from "#server/store/database/prisma.ts";
import * as apiKeys from "#server/store/organization/api-keys.ts";

/** An API key of the caller, locked for this transaction; refuses notFound. */
export async function findOwnKey(tx: Db, { caller }: Context, apiKeyId: number): Promise<ApiKey> {
  const key = await apiKeys.lock(tx, caller.organizationId, apiKeyId);
  if (key?.userId !== caller.userId) throw noSuchKey();
  return key;
}

export const noSuchKey = () => new Failure("notFound", "You have no such API key.");
