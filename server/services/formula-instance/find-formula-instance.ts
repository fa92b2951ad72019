import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { ownScope } from "#server/store/database/scope.ts";
import type { FormulaInstanceRecord } from "#server/store/formula-instance/formula-instances.ts";
import * as formulaInstances from "#server/store/formula-instance/formula-instances.ts";

/** How a path names an instance: with or without its formula. */
export type Address = { formulaInstanceId: number; formulaId?: number | undefined };

/** An instance that the caller sees; refuses notFound. */
export async function findFormulaInstance(ctx: Context, address: Address): Promise<FormulaInstanceRecord> {
  const scope = ownScope(ctx.caller);
  const found = await formulaInstances.find(ctx.db.prisma, scope, address);
  if (!found) throw noSuchFormulaInstance(address);
  return found;
}

export const noSuchFormulaInstance = ({ formulaInstanceId, formulaId }: Address) =>
  new Failure(
    "notFound",
    formulaId === undefined
      ? `There is no formula instance ${formulaInstanceId}.`
      : `Formula ${formulaId} has no instance ${formulaInstanceId}.`,
  );
