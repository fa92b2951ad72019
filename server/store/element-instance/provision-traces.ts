import type { ProvisionTrace } from "#server/generated/prisma/client.ts";
import type { Db } from "../database/prisma.ts";
import type { Scope } from "../database/scope.ts";

const KEPT_MS = 24 * 3600_000;

/** Inserts a trace and deletes traces older than a day. */
export async function insert(db: Db, trace: ProvisionTrace): Promise<void> {
  await db.provisionTrace.create({ data: trace });
  await db.provisionTrace.deleteMany({ where: { createdAt: { lt: new Date(trace.createdAt.getTime() - KEPT_MS) } } });
}

type Key = { elementId: number; id: string };

export const find = (db: Db, scope: Scope, key: Key): Promise<ProvisionTrace | null> =>
  db.provisionTrace.findFirst({ where: { ...scope, ...key } });
