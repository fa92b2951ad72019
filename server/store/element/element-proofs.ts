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

/** Keeps the results of a definition in place of those before. */
export async function save(
  db: Db,
  { organizationId, elementId, definitionHash }: Key,
  { results, ...facts }: Pick<ProofRecord, "elementInstanceId" | "userId" | "results" | "createdAt">,
): Promise<void> {
  const kept = { ...facts, organizationId, results: results as unknown as Prisma.InputJsonValue };
  await db.elementProof.upsert({
    where: { elementId_definitionHash: { elementId, definitionHash } },
    create: { ...kept, elementId, definitionHash },
    update: kept,
  });
}
