import type { Configuration } from "#server/element/ports.ts";
import type { TestAccount as Row } from "#server/generated/prisma/client.ts";
import type { Vault } from "#server/ports.ts";
import type { Db } from "../database/prisma.ts";
import type { Database } from "../open-database.ts";

/** A test account with decrypted secrets. It must not leave the process. */
export type TestAccountRecord = Omit<Row, "configuration"> & { configuration: Configuration };

/** Test accounts are private to their author; those of other users are not found. */
export type TestAccountAuthor = { organizationId: number; userId: number };

/** The owner of the definition to be tested: a published element, or the draft of a new one. */
export type TestAccountOwner = { elementId: number } | { draftId: number };

type Opener = { db: Pick<Database, "prisma">; vault: Vault };

/** The identity that the vault binds encrypted values to. */
export const configurationIdentity = ({ organizationId, id }: { organizationId: number; id: number }): string =>
  `test_account.configuration:${organizationId}:${id}`;

const MOST = 200;

/** Lists the author's accounts without their configurations, newest first. */
export const list = (db: Db, author: TestAccountAuthor, owner: Partial<{ elementId: number; draftId: number }> = {}) =>
  db.testAccount.findMany({
    where: { ...pick(author), ...owner },
    omit: { configuration: true },
    orderBy: { id: "desc" },
    take: MOST,
  });

/** Finds an account of the author. */
export async function find(
  { db, vault }: Opener,
  author: TestAccountAuthor,
  where: { id: number } & Partial<{ elementId: number; draftId: number }>,
): Promise<TestAccountRecord | null> {
  const row = await db.prisma.testAccount.findFirst({ where: { ...pick(author), ...where } });
  return row && fromRow(vault, row);
}

/** Lists all accounts of deleted authors, and all for a definition that is being deleted. */
export async function listForDeletion(
  { db, vault }: { db: Db; vault: Vault },
  organizationId: number,
  of: TestAccountOwner | { userIds: number[] },
): Promise<TestAccountRecord[]> {
  const where = "userIds" in of ? { userId: { in: of.userIds } } : of;
  const rows = await db.testAccount.findMany({ where: { organizationId, ...where } });
  return rows.flatMap((row) => {
    try {
      return [fromRow(vault, row)];
    } catch {
      // Without its key the grant cannot be revoked; the row is deleted with the others.
      return [{ ...row, configuration: {} }];
    }
  });
}

export type NewTestAccount = Pick<
  TestAccountRecord,
  "id" | "organizationId" | "userId" | "name" | "configuration" | "defaultKeys" | "createdAt"
> &
  TestAccountOwner;

export async function insert(
  db: Db,
  vault: Vault,
  { configuration, ...account }: NewTestAccount,
): Promise<TestAccountRecord> {
  const sealed = vault.seal(JSON.stringify(configuration), configurationIdentity(account));
  return fromRow(vault, await db.testAccount.create({ data: { ...account, configuration: sealed } }));
}

type Changes = Partial<Pick<TestAccountRecord, "configuration" | "defaultKeys">>;

/**
 * Updates the account if its version is unchanged; null if it was changed or deleted. With `owner`, the lease of the
 * grant must also still be held.
 */
export async function update(
  db: Db,
  vault: Vault,
  { id, organizationId, userId, version }: TestAccountRecord,
  { configuration, ...changes }: Changes,
  { owner }: { owner?: string | undefined } = {},
): Promise<TestAccountRecord | null> {
  const [row] = await db.testAccount.updateManyAndReturn({
    where: { id, organizationId, userId, version, ...(owner !== undefined && { refreshOwner: owner }) },
    data: {
      ...changes,
      version: { increment: 1 },
      ...(configuration && {
        configuration: vault.seal(JSON.stringify(configuration), configurationIdentity({ organizationId, id })),
      }),
    },
  });
  return row ? fromRow(vault, row) : null;
}

/** Records that the provider revoked the grant, unless the lease was lost: then another process has a newer one. */
export const markInvalid = (db: Db, { id, organizationId, userId }: TestAccountRecord, { owner }: { owner: string }) =>
  db.testAccount.updateMany({
    where: { id, organizationId, userId, refreshOwner: owner },
    data: { valid: false, version: { increment: 1 } },
  });

/** Records that the account was used. */
export const markUsed = (db: Db, author: TestAccountAuthor, id: number, lastUsedAt: Date) =>
  db.testAccount.updateMany({ where: { ...pick(author), id }, data: { lastUsedAt } });

/** Moves the author's accounts from the draft of a new element to the element. */
export const moveToElement = (
  db: Db,
  author: TestAccountAuthor,
  { draftId, elementId }: { draftId: number; elementId: number },
) => db.testAccount.updateMany({ where: { ...pick(author), draftId }, data: { draftId: null, elementId } });

/** Deletes an account; false if it did not exist. */
export async function remove(
  db: Db,
  { id, organizationId, userId }: Pick<TestAccountRecord, "id" | "organizationId" | "userId">,
): Promise<boolean> {
  const { count } = await db.testAccount.deleteMany({ where: { id, organizationId, userId } });
  return count > 0;
}

const pick = ({ organizationId, userId }: TestAccountAuthor) => ({ organizationId, userId });

/** The value was an object of strings when it was encrypted, and the vault rejects any other value. */
const fromRow = (vault: Vault, { configuration, ...row }: Row): TestAccountRecord => ({
  ...row,
  configuration: JSON.parse(vault.open(configuration, configurationIdentity(row))) as Configuration,
});
