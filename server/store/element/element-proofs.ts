import type { Prisma, ElementProof as Row } from "#server/generated/prisma/client.ts";
import type { Db } from "../database/prisma.ts";

/** The result of a proof for a resource. */
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

/** Replaces the results of a definition; once published, it stays published. */
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

/** Marks a definition as published, whose proofs are stored as long as the element. */
export async function markPublished(db: Db, key: Key): Promise<void> {
  await db.elementProof.updateMany({ where: { ...key, published: false }, data: { published: true } });
}

type OfDraft = { organizationId: number; draftId: number };

/** Stores the latest results for the draft of an element that does not exist yet. */
export async function saveOfDraft(
  db: Db,
  { organizationId, draftId, definitionHash }: OfDraft & Pick<Key, "definitionHash">,
  { results, ...facts }: Pick<ProofRecord, "elementInstanceId" | "userId" | "results" | "createdAt">,
): Promise<void> {
  const kept = { ...facts, organizationId, definitionHash, results: results as unknown as Prisma.InputJsonValue };
  await db.elementDraftProof.upsert({ where: { draftId }, create: { ...kept, draftId }, update: kept });
}

/** Moves the results of a draft to the new element, if its definition is the same. */
export async function moveToElement(db: Db, { draftId, ...key }: Key & OfDraft): Promise<void> {
  const { organizationId, definitionHash } = key;
  const found = await db.elementDraftProof.findFirst({ where: { draftId, organizationId, definitionHash } });
  if (!found) return;
  const { elementInstanceId, userId, results, createdAt } = found;
  const proven = results as unknown as ProofResult[];
  await save(db, key, { elementInstanceId, userId, results: proven, createdAt, published: true });
}
