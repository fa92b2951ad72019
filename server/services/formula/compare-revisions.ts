import type { Context } from "#server/context.ts";
import { limitsOf } from "#server/formula/check.ts";
import { instanceRefusals } from "#server/formula/check-instance.ts";
import { type Formula, formulaSchema } from "#server/formula/shape.ts";
import * as formulaInstances from "#server/store/formula-instance/formula-instances.ts";
import { requireDesigner } from "../account/require-role.ts";
import { readRevision } from "./read-revision.ts";

type Compared = { formulaId: number; from: number; to: number };

/**
 * The instances of a formula that the caller sees, each with problems that the revision `to` would have and `from` does
 * not. Refuses notFound.
 */
export async function compareRevisions(ctx: Context, { formulaId, from, to }: Compared) {
  const [before, after] = await Promise.all([
    readRevision(ctx, { formulaId, revision: from }),
    readRevision(ctx, { formulaId, revision: to }),
  ]);
  const [past, next] = [formulaSchema.parse(before.formula), formulaSchema.parse(after.formula)];
  return { formulaId, from, to, instances: await affectedInstances(ctx, formulaId, past, next) };
}

/** The same of a definition that is not published; refuses forbidden. */
export async function compareDraft(
  ctx: Context,
  { formulaId, from, formula }: { formulaId: number; from: number; formula: Formula },
) {
  requireDesigner(ctx);
  const before = await readRevision(ctx, { formulaId, revision: from });
  return { instances: await affectedInstances(ctx, formulaId, formulaSchema.parse(before.formula), formula) };
}

async function affectedInstances(ctx: Context, formulaId: number, past: Formula, next: Formula) {
  const { organizationId, seesAllAccounts, accountId } = ctx.caller;
  const all = await formulaInstances.ofFormula(ctx.db.prisma, { organizationId, id: formulaId });
  const limits = limitsOf(ctx);
  return all
    .filter((instance) => seesAllAccounts || instance.accountId === accountId)
    .map((instance) => {
      const known = new Set(instanceRefusals(past, instance, limits).map(({ message }) => message));
      const problems = instanceRefusals(next, instance, limits).map(({ message }) => message);
      const { id, name, active } = instance;
      return { id, name, active, problems: problems.filter((message) => !known.has(message)) };
    });
}
