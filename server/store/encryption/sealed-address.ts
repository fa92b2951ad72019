import { shownAddress } from "#server/account/callback-address.ts";
import type { Vault } from "#server/ports.ts";

/**
 * An address that receives callbacks, as it is stored: as it is shown, and encrypted as a whole if it contains
 * credentials, otherwise "". Rows of 0.1.0 have null instead, and the whole address in plain text, until it is encrypted.
 */
export type StoredAddress = { shown: string; sealed: string | null };

/** The identities that encrypted addresses are bound to, by table: their column and row. */
export const ADDRESS_IDENTITY = {
  subscription: ({ organizationId, id }: { organizationId: number; id: number }) =>
    `subscription.address_sealed:${organizationId}:${id}`,
  formula_instance: ({ organizationId, id }: { organizationId: number; id: number }) =>
    `formula_instance.webhook_sealed:${organizationId}:${id}`,
  bulk_job: ({ organizationId, folder }: { organizationId: number; folder: string }) =>
    `bulk_job.callback_sealed:${organizationId}:${folder}`,
  /** Notifications are encrypted before they have an id. */
  notification: ({ organizationId, shown }: { organizationId: number; shown: string }) =>
    `notification.recipient_sealed:${organizationId}:${shown}`,
} as const;

export function sealAddress(vault: Pick<Vault, "seal">, address: string, identity: string): StoredAddress {
  const shown = shownAddress(address);
  return { shown, sealed: shown === address ? "" : vault.seal(address, identity) };
}

/** The whole address. Throws a Failure if the encrypted text was changed or moved to another row. */
export const openAddress = (vault: Pick<Vault, "open">, { shown, sealed }: StoredAddress, identity: string): string =>
  sealed ? vault.open(sealed, identity) : shown;

/** The recipient of a notification, an e-mail address or the URL of a webhook, as it is stored. */
export const sealRecipient = (vault: Pick<Vault, "seal">, organizationId: number, recipient: string): StoredAddress =>
  sealAddress(vault, recipient, ADDRESS_IDENTITY.notification({ organizationId, shown: shownAddress(recipient) }));

export const openRecipient = (vault: Pick<Vault, "open">, organizationId: number, recipient: StoredAddress): string =>
  openAddress(vault, recipient, ADDRESS_IDENTITY.notification({ organizationId, shown: recipient.shown }));
