import type { Prisma, ElementProof as Row } from "#server/generated/prisma/client.ts";
import type { Db } from "../database/prisma.ts";

/** The result of one proof for one resource. */
export type ProofResult = {
  proof: string;
  title: string;
  /** `GET:/contacts` */
  resource: string;
  outcome: "passed" | "failed" | "skipped";
  detail: string;
  milliseconds: number;
};

export type ProofRecord = Omit<Row, "results"> & { results: ProofResult[] };

type Key = { organizationId: number; elementId: number; definitionHash: Uint8Array<ArrayBuffer> };

/** Finds the latest results for a definition. */
export async function find(db: Db, key: Key): Promise<ProofRecord | null> {
  const row = await db.elementProof.findFirst({ where: key });
  // Only results are ever written, so the type holds.
  return row && { ...row, results: row.results as unknown as ProofResult[] };
}

/** Keeps the results of a definition in place of those before; what was published once stays so. */
export async function save(
  db: Db,
  { organizationId, elementId, definitionHash }: Key,
  { results, published, ...facts }: Omit<ProofRecord, "elementId" | "organizationId" | "definitionHash">,
): Promise<void> {
  const kept = { ...facts, organizationId, results: results as unknown as Prisma.InputJsonValue };
  await db.elementProof.upsert({
    where: { elementId_definitionHash: { elementId, definitionHash } },
    create: { ...kept, published, elementId, definitionHash },
    update: { ...kept, ...(published && { published }) },
  });
}

/** The definition was published: its proofs stay as long as the element. */
export async function markPublished(db: Db, key: Key): Promise<void> {
  await db.elementProof.updateMany({ where: { ...key, published: false }, data: { published: true } });
}

type OfDraft = { organizationId: number; draftId: number };

/** Keeps the latest results for the draft of an element that does not exist yet. */
export async function saveOfDraft(
  db: Db,
  { organizationId, draftId, definitionHash }: OfDraft & Pick<Key, "definitionHash">,
  { results, ...facts }: Pick<ProofRecord, "elementInstanceId" | "userId" | "results" | "createdAt">,
): Promise<void> {
  const kept = { ...facts, organizationId, definitionHash, results: results as unknown as Prisma.InputJsonValue };
  await db.elementDraftProof.upsert({ where: { draftId }, create: { ...kept, draftId }, update: kept });
}

/** Gives an element the results of the draft that it was, if they are those of its definition. */
export async function moveToElement(db: Db, { draftId, ...key }: Key & OfDraft): Promise<void> {
  const { organizationId, definitionHash } = key;
  const found = await db.elementDraftProof.findFirst({ where: { draftId, organizationId, definitionHash } });
  if (!found) return;
  const { elementInstanceId, userId, results, createdAt } = found;
  const proven = results as unknown as ProofResult[];
  await save(db, key, { elementInstanceId, userId, results: proven, createdAt, published: true });
}
