import { LRUCache } from "lru-cache";
import { compile, type Plan } from "#server/formula/plan.ts";
import { formulaSchema } from "#server/formula/shape.ts";
import type { Viewer } from "#server/store/database/scope.ts";
import * as revisions from "#server/store/formula/formula-revisions.ts";
import type { Database } from "#server/store/open-database.ts";

/** The largest id of the column; no formula has a larger one. */
const MAX_ID = 2 ** 31 - 1;

export type Plans = {
  /** The plan of a revision; null if the organization has none. Access was checked when it was pinned. */
  load: (organizationId: number, formulaId: number, revision: number) => Promise<Plan | null>;
  /** The plan of a formula's current revision; null if the owner may not see the formula. */
  latest: (owner: Viewer, formulaId: number) => Promise<Plan | null>;
};

/** Compiled formulas of this process. Revisions never change, so nothing has to be invalidated. */
export function createPlans({ prisma }: Database, { keep = 500 } = {}): Plans {
  const plans = new LRUCache<string, Plan>({ max: keep });

  async function load(organizationId: number, formulaId: number, revision: number): Promise<Plan | null> {
    const key = `${organizationId} ${formulaId}@${revision}`;
    const known = plans.get(key);
    if (known) return known;
    const found = await revisions.findPublished(prisma, { organizationId, formulaId, revision });
    if (!found) return null;
    const { definition, publisher } = found;
    const plan = compile(formulaSchema.parse(definition), { formulaId, revision, publisher });
    plans.set(key, plan);
    return plan;
  }

  return {
    load,
    async latest(owner, formulaId) {
      if (formulaId < 1 || formulaId > MAX_ID) return null;
      const revision = await revisions.latestSeenBy(prisma, owner, formulaId);
      return revision === null ? null : load(owner.organizationId, formulaId, revision);
    },
  };
}
