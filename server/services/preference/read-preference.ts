import { PREFERENCES, type PreferenceName } from "#server/account/preferences.ts";
import type { Context } from "#server/context.ts";
import type { PreferenceKey } from "#server/store/preference/preferences.ts";
import * as preferences from "#server/store/preference/preferences.ts";
import { readDraft } from "../draft/read-draft.ts";
import { findFormula } from "../formula/find-formula.ts";

/** `formulaId` or `draftId`: what it is about, if it is about a formula or about a draft of one. */
export type PreferenceAddress = {
  name: PreferenceName;
  formulaId?: number | undefined;
  draftId?: number | undefined;
};

/** A preference of the caller; null without one. Refuses notFound for a formula or draft that the caller does not see. */
export async function readPreference(ctx: Context, address: PreferenceAddress): Promise<unknown> {
  const stored = await preferences.find(ctx.db.prisma, await keyOf(ctx, address));
  // An earlier version may have stored it in another form.
  return PREFERENCES[address.name].safeParse(stored).data ?? null;
}

export async function keyOf(ctx: Context, { name, formulaId, draftId }: PreferenceAddress): Promise<PreferenceKey> {
  if (formulaId !== undefined) await findFormula(ctx, formulaId);
  if (draftId !== undefined) await readDraft(ctx, "formulaDraft", draftId);
  const { organizationId, userId } = ctx.caller;
  return { organizationId, userId, name, formulaId: formulaId ?? 0, draftId: draftId ?? 0 };
}
