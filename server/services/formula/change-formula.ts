import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { literalInstances } from "#server/formula/instance-references.ts";
import type { Db } from "#server/store/database/prisma.ts";
import { formulaScope } from "#server/store/database/scope.ts";
import type { Definition, FormulaRecord } from "#server/store/formula/formulas.ts";
import * as formulas from "#server/store/formula/formulas.ts";
import { requireDesigner } from "../account/require-role.ts";
import { type Change, record } from "../audit/record.ts";
import { requireUsable } from "../instance/require-usable.ts";
import { noSuchFormula } from "./find-formula.ts";
import { keepSecretValues } from "./secret-values.ts";
import { syncTriggers } from "./sync-triggers.ts";
import { refuseTakenResource } from "./taken-resource.ts";

type Changed = { definition: Definition; change: Omit<Change, "parentId"> | Change; message?: string | undefined };

/**
 * Creates the next revision of a formula: `make` receives the current definition and returns the next one; formula,
 * revision, audit entry and the schedules of its instances are one transaction.
 * Refuses: forbidden to viewers and to users of another account, notFound, conflict if another formula of the account
 * is exposed under the same method and uri, and whatever `make` refuses.
 */
export async function changeFormula(
  ctx: Context,
  formulaId: number,
  make: (current: FormulaRecord, tx: Db) => Changed | Promise<Changed>,
): Promise<FormulaRecord> {
  requireDesigner(ctx);
  const scope = await formulaScope(ctx.db.prisma, ctx.caller);
  return refuseTakenResource(
    ctx.db.prisma.$transaction(async (tx) => {
      const current = await formulas.lock(tx, scope, formulaId);
      if (!current) throw noSuchFormula(formulaId);
      requireOwnAccount(ctx, current);
      const { definition, change, message } = await make(current, tx);
      await requireUsableLiterals(ctx, tx, definition, current.definition);
      const changed = await formulas.update(tx, current, {
        definition,
        userId: ctx.caller.userId,
        updatedAt: ctx.now(),
        message,
      });
      await record(tx, ctx, { fields: { before: current.definition, after: changed.definition }, ...change });
      await keepSecretValues(ctx, tx, current.definition, changed);
      await syncTriggers(ctx, tx, changed);
      return changed;
    }),
  );
}

/** Refuses (badRequest) an element instance whose id is new in a formula, and which the caller may not see. */
export async function requireUsableLiterals(
  { caller }: Context,
  tx: Db,
  formula: Definition,
  before?: Definition,
): Promise<void> {
  const known = new Set(before && literalInstances(before).map(({ elementInstanceId }) => elementInstanceId));
  const named = literalInstances(formula).filter(({ elementInstanceId }) => !known.has(elementInstanceId));
  await requireUsable(tx, [caller], named);
}

/** Users of other accounts see the formulas of the default account and may run them, but not change them. */
export function requireOwnAccount({ caller }: Context, { accountId }: Pick<FormulaRecord, "accountId">): void {
  if (caller.seesAllAccounts || caller.accountId === accountId) return;
  throw new Failure(
    "forbidden",
    "This formula belongs to another account. You can use it but not change it. Ask that account, or create a formula of your own.",
  );
}
