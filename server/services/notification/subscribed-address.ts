import type { Vault } from "#server/ports.ts";
import { ADDRESS_IDENTITY, openAddress, sealAddress } from "#server/store/encryption/sealed-address.ts";

type Row = { id: number; organizationId: number };

/** The columns that store the address of a subscription. */
export function storedAddress(vault: Vault, row: Row, address: string) {
  const { shown, sealed } = sealAddress(vault, address, ADDRESS_IDENTITY.subscription(row));
  return { address: shown, addressSealed: sealed };
}

/** The address of a subscription with its credentials. */
export const addressOf = (
  vault: Vault,
  { address: shown, addressSealed: sealed, ...row }: Row & { address: string; addressSealed: string | null },
): string => openAddress(vault, { shown, sealed }, ADDRESS_IDENTITY.subscription(row));
