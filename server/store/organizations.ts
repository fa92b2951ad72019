import type { Db } from "./database.ts";

/** An organisation with its default account (contract elements §1.3: exactly one). */
export const insert = (
  db: Db,
  organization: { name: string; secretHash: Uint8Array<ArrayBuffer>; secretSealed: string },
) =>
  db.organization.create({
    data: { ...organization, accounts: { create: { name: organization.name, isDefault: true } } },
    include: { accounts: true },
  });

export const insertAccount = (db: Db, account: { organizationId: number; name: string }) =>
  db.account.create({ data: account });
