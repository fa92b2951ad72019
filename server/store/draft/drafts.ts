import type { Prisma, FormulaDraft as Row } from "#server/generated/prisma/client.ts";
import type { Vault } from "#server/ports.ts";
import type { Db } from "../database/prisma.ts";
import { openedDefinition, sealedDefinition } from "../element/secret-defaults.ts";

/** A draft of an editor: unvalidated JSON as it was received. `publishedId` is the formula or element it changes. */
export type DraftRecord = Omit<Row, "definition"> & { definition: Record<string, unknown> };

/** Drafts are private to their author; drafts of other users are not found. */
export type DraftOwner = { organizationId: number; userId: number };

type Work = Pick<DraftRecord, "publishedId" | "basedOn" | "name" | "definition" | "updatedAt">;

/** The tables of drafts. They have the same fields. */
export type DraftTable = "formulaDraft" | "elementDraft";

/** Drafts of elements have a column more, for their secret defaults. */
type Stored = Row & { secretDefaults?: string | null };

const tableOf = (db: Db, table: DraftTable) => db[table] as unknown as Db["formulaDraft"];

/** Where drafts are stored. */
export type DraftStore = { db: Db; vault: Vault; table: DraftTable };

/** Finds a draft by id. */
export async function find(
  { db, vault, table }: DraftStore,
  author: DraftOwner,
  id: number,
): Promise<DraftRecord | null> {
  const row = await tableOf(db, table).findFirst({ where: { ...pick(author), id } });
  return row && fromRow(vault, row);
}

/** Finds the author's draft of something that is published. */
export async function findOf(
  { db, vault, table }: DraftStore,
  author: DraftOwner,
  publishedId: number,
): Promise<DraftRecord | null> {
  const row = await tableOf(db, table).findFirst({ where: { ...pick(author), publishedId } });
  return row && fromRow(vault, row);
}

/** Lists the author's drafts, newest first. */
export const list = (db: Db, table: DraftTable, author: DraftOwner) =>
  tableOf(db, table).findMany({
    where: pick(author),
    select: { id: true, publishedId: true, name: true, updatedAt: true },
    orderBy: { updatedAt: "desc" },
    take: 200,
  });

/** Inserts the first version of a draft; null if the author already has a draft of the same. */
export async function insert(store: DraftStore, author: DraftOwner, work: Work): Promise<DraftRecord | null> {
  const id = await nextId(store);
  const [row] = await tableOf(store.db, store.table).createManyAndReturn({
    data: [{ ...pick(author), ...work, id, ...columns(store, { ...author, id }, work.definition) }],
    skipDuplicates: true,
  });
  return row ? fromRow(store.vault, row) : null;
}

/** Writes the version after `version`; null if that is not the current version. */
export async function update(
  store: DraftStore,
  author: DraftOwner,
  { id, version }: { id: number; version: number },
  work: Omit<Work, "publishedId">,
): Promise<DraftRecord | null> {
  const [row] = await tableOf(store.db, store.table).updateManyAndReturn({
    where: { ...pick(author), id, version },
    data: { ...work, ...columns(store, { ...author, id }, work.definition), version: version + 1 },
  });
  return row ? fromRow(store.vault, row) : null;
}

/** Deletes a draft, or only this version of it. */
export const remove = (
  db: Db,
  table: DraftTable,
  author: DraftOwner,
  { id, version }: { id: number; version?: number | undefined },
) => tableOf(db, table).deleteMany({ where: { ...pick(author), id, ...(version !== undefined && { version }) } });

const pick = ({ organizationId, userId }: DraftOwner) => ({ organizationId, userId });

/** Reserves the id of a new draft, which its secrets are encrypted for. */
async function nextId({ db, table }: DraftStore): Promise<number> {
  const name = table === "elementDraft" ? "element_draft" : "formula_draft";
  const [row] = await db.$queryRaw<{ id: number }[]>`select nextval(pg_get_serial_sequence(${name}, 'id'))::int as id`;
  if (!row) throw new Error("The sequence of drafts gave nothing.");
  return row.id;
}

type Named = { organizationId: number; id: number };

const placeOf = ({ organizationId, id }: Named) => ({ table: "element_draft", organizationId, key: [id] }) as const;

const columns = ({ vault, table }: DraftStore, draft: Named, definition: Record<string, unknown>) =>
  table === "elementDraft"
    ? sealedDefinition(vault, placeOf(draft), definition)
    : { definition: definition as Prisma.InputJsonValue };

/** Only objects are ever written, so the type holds. */
const fromRow = (vault: Vault, { definition, secretDefaults = null, ...row }: Stored): DraftRecord => ({
  ...row,
  definition: openedDefinition(vault, placeOf(row), { definition, secretDefaults }),
});
