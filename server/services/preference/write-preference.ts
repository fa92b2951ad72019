import { mergeChoice } from "#server/account/merge-choice.ts";
import { PREFERENCES } from "#server/account/preferences.ts";
import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as preferences from "#server/store/preference/preferences.ts";
import { keyOf, type PreferenceAddress } from "./read-preference.ts";

const MOST_BYTES = 64 * 1024;

/** `before` is the value that the page knew; pages of the version before do not say it. */
type Choice = PreferenceAddress & { value: unknown; before?: unknown };

/**
 * Stores what the caller chose, viewers included, since it concerns nobody else, and returns what is stored: beside the
 * choices of other windows (`mergeChoice`). Refuses what `readPreference` refuses, and badRequest for a value of another
 * form.
 */
export async function writePreference(ctx: Context, { value: chosen, before, ...address }: Choice) {
  const schema = PREFERENCES[address.name];
  const given = schema.parse(chosen);
  const key = await keyOf(ctx, address);
  const updatedAt = ctx.now();
  return ctx.db.prisma.$transaction(async (tx) => {
    const stored = schema.safeParse(await preferences.lock(tx, key, updatedAt)).data;
    const value = before === undefined ? given : schema.parse(mergeChoice({ before, value: given, stored }));
    if (Buffer.byteLength(JSON.stringify(value)) > MOST_BYTES)
      throw new Failure("badRequest", "value: must not have more than 64 KB.");
    await preferences.write(tx, key, { value, updatedAt });
    return { value };
  });
}
