import { asApiKey, hintOf, type KeyScope } from "#server/account/api-key-scopes.ts";
import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as apiKeys from "#server/store/organization/api-keys.ts";
import * as users from "#server/store/organization/users.ts";
import { hashOf, newSecret } from "../account/secrets.ts";
import { record } from "../audit/record.ts";
import { presentApiKey } from "./present-api-key.ts";

const MOST_KEYS = 100;
const DAY_MS = 24 * 3600_000;

export type NewApiKey = { name: string; scopes: KeyScope[]; expiresInDays?: number | undefined };

/**
 * Creates an API key of the caller, which is in this response only. Its scopes limit what the user may do: they grant
 * nothing that the user's roles do not.
 */
export async function createApiKey(ctx: Context, { name, scopes, expiresInDays }: NewApiKey) {
  const { organizationId, userId } = ctx.caller;
  const { key, ...stored } = newKey();
  const expiresAt = expiresInDays === undefined ? null : new Date(ctx.now().getTime() + expiresInDays * DAY_MS);
  return ctx.db.prisma.$transaction(async (tx) => {
    // Locked, so that concurrent requests keep to the limit.
    await users.lock(tx, ctx.caller);
    if ((await apiKeys.count(tx, { organizationId, userId })) >= MOST_KEYS)
      throw new Failure("badRequest", `A user can have at most ${MOST_KEYS} API keys. Revoke one that is not in use.`);
    const inserted = await apiKeys.insert(tx, {
      ...{ organizationId, userId, name, expiresAt, ...stored },
      scopes: [...new Set(scopes)],
    });
    await record(tx, ctx, { entity: "apiKey", entityId: inserted.id, action: "created" });
    return { ...presentApiKey(inserted), key };
  });
}

/** A new key, and what is stored of it. */
export function newKey() {
  const key = asApiKey(newSecret());
  return { key, keyHash: hashOf(key), hint: hintOf(key) };
}
