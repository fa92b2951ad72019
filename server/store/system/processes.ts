import type { Process } from "#server/generated/prisma/client.ts";
import type { Db } from "../database/prisma.ts";

/** Processes that were not seen for so long are forgotten. */
const FORGOTTEN_MS = 24 * 3600_000;

/** Renews the row of a running process, and deletes those of processes that ended long ago. */
export async function put(db: Db, process: Process): Promise<void> {
  const { id, seenAt } = process;
  await db.process.upsert({ where: { id }, create: process, update: { seenAt } });
  await db.process.deleteMany({ where: { seenAt: { lt: new Date(seenAt.getTime() - FORGOTTEN_MS) } } });
}

export const remove = (db: Db, id: string) => db.process.deleteMany({ where: { id } });

export const list = (db: Db): Promise<Process[]> =>
  db.process.findMany({ orderBy: [{ kind: "asc" }, { startedAt: "desc" }] });
