import type { Context } from "#server/context.ts";
import { isoSeconds } from "#server/iso-date.ts";
import { mapPage, type PageRequest } from "#server/page.ts";
import { formulaScope, ownScope } from "#server/store/database/scope.ts";
import * as summaries from "#server/store/formula/formula-summaries.ts";
import { findOldest } from "#server/store/formula-instance/formula-instances.ts";
import { findFormula } from "./find-formula.ts";

/** Formulas that the caller sees, newest first: each with the number of its instances and its last run. */
export async function summarizeFormulas(
  ctx: Context,
  { search, page }: { search?: string | undefined; page: PageRequest },
) {
  const scope = await formulaScope(ctx.db.prisma, ctx.caller);
  const found = await summaries.listSummaries(ctx.db.pool, ctx.caller, { scope, search }, page);
  return mapPage(found, ({ method, uri, triggers, configuration, updatedAt, lastExecution, description, ...row }) => ({
    ...row,
    description: description ?? undefined,
    triggers: triggers.map(({ type, properties }) => ({ type, properties })),
    variables: (configuration ?? []).map(({ key, name }) => ({ key, name })),
    api: method && uri ? `${method} ${uri}` : undefined,
    updatedDate: isoSeconds(updatedAt),
    lastRun: lastExecution && {
      id: lastExecution.id,
      status: lastExecution.status,
      createdDate: isoSeconds(new Date(lastExecution.createdAt)),
    },
  }));
}

/** The names of all formulas that the caller sees. */
export const nameFormulas = async (ctx: Context) =>
  summaries.listNames(ctx.db.queries, await formulaScope(ctx.db.prisma, ctx.caller));

/** The names of all instances of a formula that the caller sees; refuses notFound. */
export async function nameFormulaInstances(ctx: Context, formulaId: number) {
  await findFormula(ctx, formulaId);
  return summaries.listInstanceNames(ctx.db.queries, ownScope(ctx.caller), formulaId);
}

/** The oldest instance that the caller sees, suggested to new users. */
export const oldestFormulaInstance = (ctx: Context) => findOldest(ctx.db.prisma, ownScope(ctx.caller));
