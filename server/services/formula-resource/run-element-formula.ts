import type { Context } from "#server/context.ts";
import type { FormulaRequest } from "#server/element/ports.ts";
import { Failure } from "#server/errors.ts";
import { formulaInstanceSchema } from "#server/formula/shape.ts";
import { formulaScope, ownScope } from "#server/store/database/scope.ts";
import type { FormulaRecord } from "#server/store/formula/formulas.ts";
import * as formulas from "#server/store/formula/formulas.ts";
import * as formulaInstances from "#server/store/formula-instance/formula-instances.ts";
import { addFormulaInstance } from "../formula-instance/create-formula-instance.ts";
import { runAsResource } from "./run-as-resource.ts";

/**
 * Handles a `formulaAsResource` resource of an element: runs the formula for the element instance of the request, and
 * creates the formula instance that binds the two if there is none yet.
 * Refuses: notFound for a formula that was deleted; badRequest for a formula that does not have exactly one variable of
 * type elementInstance.
 */
export async function runElementFormula(
  ctx: Context,
  elementInstance: { id: number; name: string },
  formulaId: number,
  { path: uri, ...call }: FormulaRequest,
): Promise<{ code: number; body: unknown }> {
  const { organizationId } = ctx.caller;
  const formulaInstanceId = await boundInstance(ctx, elementInstance, formulaId);
  const runnable = await ctx.db.findRunnable({ organizationId, formulaInstanceId });
  if (!runnable) throw noSuchFormula(formulaId);
  const { statusCode, body } = await runAsResource(ctx, runnable, { uri, ...call });
  return { code: statusCode, body };
}

const FIRST = { size: 1, after: undefined };

async function boundInstance(ctx: Context, { id, name }: { id: number; name: string }, formulaId: number) {
  const filter = { scope: ownScope(ctx.caller), formulaId, elementInstanceId: String(id) };
  const { items } = await formulaInstances.list(ctx.db.prisma, filter, FIRST);
  if (items[0]) return items[0].id;
  const seen = await formulaScope(ctx.db.prisma, ctx.caller);
  return ctx.db.prisma.$transaction(async (tx) => {
    const formula = await formulas.lock(tx, seen, formulaId);
    if (!formula) throw noSuchFormula(formulaId);
    // Another request may have created it while this one waited for the formula.
    const [present] = (await formulaInstances.list(tx, filter, FIRST)).items;
    if (present) return present.id;
    const configuration = { [variableOf(formula)]: String(id) };
    const input = formulaInstanceSchema.parse({ name: `${formula.definition.name} of ${name}`, configuration });
    return (await addFormulaInstance(ctx, tx, formula, input)).id;
  });
}

function variableOf({ id, definition }: FormulaRecord): string {
  const [variable, ...others] = definition.configuration.filter(({ type }) => type === "elementInstance");
  if (variable && others.length === 0) return variable.key;
  throw new Failure(
    "badRequest",
    `formulaId: formula ${id} must have exactly one variable of type elementInstance to be a resource of an element.`,
  );
}

const noSuchFormula = (formulaId: number) =>
  new Failure("notFound", `formulaId: there is no formula ${formulaId} for this resource.`);
