import { PREFERENCES } from "#server/account/preferences.ts";
import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as preferences from "#server/store/preference/preferences.ts";
import { keyOf, type PreferenceAddress } from "./read-preference.ts";

const MOST_BYTES = 64 * 1024;

/**
 * Stores what the caller chose, viewers included, since it concerns nobody else. Refuses what `readPreference` refuses,
 * and badRequest for a value of another form.
 */
export async function writePreference(ctx: Context, { value, ...address }: PreferenceAddress & { value: unknown }) {
  const parsed = PREFERENCES[address.name].parse(value);
  if (Buffer.byteLength(JSON.stringify(parsed)) > MOST_BYTES)
    throw new Failure("badRequest", "value: must not have more than 64 KB.");
  await preferences.write(ctx.db.prisma, await keyOf(ctx, address), { value: parsed, updatedAt: ctx.now() });
  return {};
}
