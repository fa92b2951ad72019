import { shownAddress } from "#server/account/callback-address.ts";
import { SETTING } from "#server/formula/instance-settings.ts";
import type { Vault } from "#server/ports.ts";
import { ADDRESS_IDENTITY, openAddress, sealAddress } from "#server/store/encryption/sealed-address.ts";
import type { Values } from "#server/store/formula-instance/formula-instances.ts";

type Row = { id: number; organizationId: number };

/** The columns that store the settings of a formula instance: the address of a webhook can contain credentials. */
export function storedSettings(vault: Vault, row: Row, settings: Values) {
  const webhook = settings[SETTING.webhook];
  if (typeof webhook !== "string") return { settings, webhookSealed: "" };
  const { shown, sealed } = sealAddress(vault, webhook, ADDRESS_IDENTITY.formula_instance(row));
  return { settings: { ...settings, [SETTING.webhook]: shown }, webhookSealed: sealed };
}

/** The settings without the credentials in the address of a webhook, as viewers see them. */
export function shownSettings(settings: Values): Values {
  const webhook = settings[SETTING.webhook];
  return typeof webhook === "string" ? { ...settings, [SETTING.webhook]: shownAddress(webhook) } : settings;
}

/** The settings of a formula instance, with the credentials in the address of its webhook. */
export function settingsOf(
  vault: Vault,
  { settings, webhookSealed: sealed, ...row }: Row & { settings: Values; webhookSealed: string | null },
): Values {
  const shown = settings[SETTING.webhook];
  if (typeof shown !== "string") return settings;
  return {
    ...settings,
    [SETTING.webhook]: openAddress(vault, { shown, sealed }, ADDRESS_IDENTITY.formula_instance(row)),
  };
}
