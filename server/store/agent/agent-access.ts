import type { Prisma } from "#server/generated/prisma/client.ts";
import { type Page, type PageRequest, pageOf } from "#server/page.ts";
import { countByPrisma } from "../database/count-rows.ts";
import type { Db } from "../database/prisma.ts";
import type { Scope } from "../database/scope.ts";

/** The subject of a permission for agents: exactly one of the two ids is set. */
export type AgentSubject = { elementInstanceId: number } | { formulaInstanceId: number };

const NAMES = {
  elementInstance: { select: { name: true, element: { select: { name: true } } } },
  formulaInstance: { select: { name: true, formula: { select: { name: true } } } },
} satisfies Prisma.AgentAccessInclude;

/** A permission with the name of its instance. */
export type AgentAccessRecord = Prisma.AgentAccessGetPayload<{ include: typeof NAMES }>;

/** Users who see the instance also see its agent permission. */
const seenIn = (scope: Scope): Prisma.AgentAccessWhereInput => ({
  organizationId: scope.organizationId,
  OR: [{ elementInstance: scope }, { formulaInstance: scope }],
});

/** Lists the permissions of a scope, oldest first. */
export async function list(db: Db, scope: Scope, page: PageRequest): Promise<Page<AgentAccessRecord>> {
  const { size, after } = page;
  const where = seenIn(scope);
  const [total, found] = await Promise.all([
    countByPrisma(() => db.agentAccess.count({ where })),
    db.agentAccess.findMany({
      where: { ...where, ...(after !== undefined && { id: { gt: Number(after) } }) },
      include: NAMES,
      orderBy: { id: "asc" },
      take: size + 1,
    }),
  ]);
  return pageOf(found, total, page, ({ id }) => id);
}

/** Lists the permissions for formula instances, newest first. */
export const listFormulas = (db: Db, scope: Scope, most: number): Promise<AgentAccessRecord[]> =>
  db.agentAccess.findMany({
    where: { organizationId: scope.organizationId, formulaInstance: scope },
    include: NAMES,
    orderBy: { id: "desc" },
    take: most,
  });

/** Finds the permission for one instance; null if agents may not use it. */
export const find = (db: Db, scope: Scope, subject: AgentSubject): Promise<AgentAccessRecord | null> =>
  db.agentAccess.findFirst({ where: { ...seenIn(scope), ...subject }, include: NAMES });

type Owner = { organizationId: number; accountId: number; userId: number };

/** Allows agents to use an instance of the owner, or changes their permission. */
export const save = (
  db: Db,
  { organizationId, ...owner }: Owner,
  subject: AgentSubject,
  { allowsChanges }: { allowsChanges: boolean },
): Promise<AgentAccessRecord> =>
  db.agentAccess.upsert({
    where: { ...(subject as { elementInstanceId: number }), organizationId },
    create: { organizationId, ...owner, ...subject, allowsChanges },
    update: { allowsChanges, userId: owner.userId },
    include: NAMES,
  });

/** Deletes a permission; false if there was none. */
export async function remove(db: Db, scope: Scope, subject: AgentSubject): Promise<boolean> {
  const { count } = await db.agentAccess.deleteMany({ where: { ...seenIn(scope), ...subject } });
  return count > 0;
}
