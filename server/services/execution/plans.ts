import { compile, type Plan } from "#server/formula/plan.ts";
import { formulaSchema } from "#server/formula/shape.ts";
import type { Database } from "#server/store/database.ts";

export type Plans = {
  /** The plan of a revision; null when there is none. */
  load: (formulaId: number, revision: number) => Promise<Plan | null>;
  /** The plan of the revision an organisation's formula has now; null when the organisation has no such formula. */
  latest: (organizationId: number, formulaId: number) => Promise<Plan | null>;
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
    async latest(organizationId, formulaId) {
      const row = await prisma.formula.findFirst({
        where: { id: formulaId, organizationId },
        select: { revision: true },
      });
      return row && load(formulaId, row.revision);
    },
  };
}
