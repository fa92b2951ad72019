import type { Context } from "#server/context.ts";
import * as apiKeys from "#server/store/organization/api-keys.ts";
import { record } from "../audit/record.ts";
import { newKey } from "./create-api-key.ts";
import { findOwnKey } from "./find-api-key.ts";
import { presentApiKey } from "./present-api-key.ts";

const HOUR_MS = 3600_000;

/**
 * Replaces an API key of the caller. The new one is in this response only; the old one works for some more hours, so
 * that applications can be changed over one by one.
 */
export async function rotateApiKey(ctx: Context, { apiKeyId, graceHours }: { apiKeyId: number; graceHours: number }) {
  const { key, ...stored } = newKey();
  const previousUntil = new Date(ctx.now().getTime() + graceHours * HOUR_MS);
  return ctx.db.prisma.$transaction(async (tx) => {
    const rotated = await apiKeys.rotate(tx, await findOwnKey(tx, ctx, apiKeyId), { ...stored, previousUntil });
    await record(tx, ctx, { entity: "apiKey", entityId: apiKeyId, action: "secretRotated" });
    return { ...presentApiKey(rotated), key };
  });
}
