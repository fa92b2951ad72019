import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import type { ApiKey } from "#server/generated/prisma/client.ts";
import { isoSeconds } from "#server/iso-date.ts";
import * as apiKeys from "#server/store/organization/api-keys.ts";
import { record } from "../audit/record.ts";
import { newKey } from "./create-api-key.ts";
import { findOwnKey } from "./find-api-key.ts";
import { presentApiKey } from "./present-api-key.ts";

const HOUR_MS = 3600_000;

/**
 * Replaces an API key of the caller. The new one is in this response only; the old one works for some more hours, but
 * no longer than its expiry, so that applications can be changed over one by one.
 * Refuses: badRequest for an expired key; conflict while the key of the last replacement still works, unless both end now.
 */
export async function rotateApiKey(ctx: Context, { apiKeyId, graceHours }: { apiKeyId: number; graceHours: number }) {
  const { key, ...stored } = newKey();
  return ctx.db.prisma.$transaction(async (tx) => {
    const current = await findOwnKey(tx, ctx, apiKeyId);
    const now = ctx.now().getTime();
    requireReplaceable(current, { now, graceHours });
    const previousUntil = new Date(Math.min(now + graceHours * HOUR_MS, current.expiresAt?.getTime() ?? Infinity));
    const rotated = await apiKeys.rotate(tx, current, { ...stored, previousUntil });
    await record(tx, ctx, { entity: "apiKey", entityId: apiKeyId, action: "secretRotated" });
    return { ...presentApiKey(rotated), key };
  });
}

function requireReplaceable(
  { expiresAt, previousUntil }: ApiKey,
  { now, graceHours }: { now: number; graceHours: number },
): void {
  if (expiresAt && expiresAt.getTime() <= now)
    throw new Failure(
      "badRequest",
      `This API key expired at ${isoSeconds(expiresAt)}, and so would its replacement. Create a new key, and revoke this one.`,
    );
  if (graceHours > 0 && previousUntil && previousUntil.getTime() > now)
    throw new Failure(
      "conflict",
      `graceHours: the key before the last replacement works until ${isoSeconds(previousUntil)}. Wait until then, or send 0: that key and the current one then stop working at once.`,
      { field: "graceHours" },
    );
}
