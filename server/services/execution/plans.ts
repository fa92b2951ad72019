import { compile, type Plan } from "#server/formula/plan.ts";
import { formulaSchema } from "#server/formula/shape.ts";
import type { Database } from "#server/store/database.ts";

/** What the column can hold: a larger number names nothing. */
const MAX_ID = 2 ** 31 - 1;

export type Plans = {
  /** The plan of a revision; null when there is none. */
  load: (formulaId: number, revision: number) => Promise<Plan | null>;
  /** The plan of the revision a formula has now; null when users of the owner's account see no such formula. */
  latest: (owner: { organizationId: number; accountId: number }, formulaId: number) => Promise<Plan | null>;
};

/** Compiled formulas of this process. Revisions never change, so nothing has to be invalidated. */
export function createPlans({ prisma }: Database, { keep = 500 } = {}): Plans {
  const plans = new Map<string, Plan>();

  async function load(formulaId: number, revision: number): Promise<Plan | null> {
    const key = `${formulaId}@${revision}`;
    const known = plans.get(key);
    if (known) return known;
    const row = await prisma.formulaRevision.findUnique({ where: { formulaId_revision: { formulaId, revision } } });
    if (!row) return null;
    const plan = compile(formulaSchema.parse(row.definition), { formulaId, revision });
    plans.set(key, plan);
    const [oldest] = plans.keys();
    if (plans.size > keep && oldest !== undefined) plans.delete(oldest);
    return plan;
  }

  return {
    load,
    async latest({ organizationId, accountId }, formulaId) {
      if (formulaId < 1 || formulaId > MAX_ID) return null;
      const [row] = await prisma.$queryRaw<{ revision: number }[]>`
        select f.revision from formula f join account a on a.id = f.account_id join account own on own.id = ${accountId}
        where f.id = ${formulaId} and f.organization_id = ${organizationId}
          and (a.id = own.id or a.is_default or own.is_default)`;
      return row ? load(formulaId, row.revision) : null;
    },
  };
}
