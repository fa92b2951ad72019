import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { compile } from "#server/formula/plan.ts";
import { type Formula, formulaSchema } from "#server/formula/shape.ts";
import { edgeCoverage } from "#server/formula-test/coverage.ts";
import { isoSeconds } from "#server/iso-date.ts";
import * as revisions from "#server/store/formula/formula-revisions.ts";
import * as formulaTests from "#server/store/formula-test/formula-tests.ts";
import { requireDesigner } from "../account/require-role.ts";
import { findFormula } from "../formula/find-formula.ts";
import { replay, shownDifferences } from "./replay.ts";

/** The limits for all tests of one request together, and for each of them. */
const LONGEST_MS = { all: 120_000, each: 30_000 };
/** The maximum number of differences to store with the test. */
const MOST_KEPT = 20;

type Chosen = {
  formulaId: number;
  /** A published revision, by default the current one … */
  revision?: number | undefined;
  /** … or a definition that is not published. */
  formula?: Formula | undefined;
  formulaTestIds?: readonly number[] | undefined;
};

/**
 * Replays the tests of a formula, all or some, with nothing outside involved: each with what differs, and which ways
 * through the formula no test takes. The results are kept with the tests. Refuses forbidden, notFound, and badRequest for
 * a revision beside a definition.
 */
export async function runTests(
  ctx: Context,
  { chosen, longestMs = LONGEST_MS }: { chosen: Chosen; longestMs?: typeof LONGEST_MS },
) {
  const ran = await replayTests(ctx, chosen, longestMs);
  const { organizationId } = ctx.caller;
  const { formulaId, revision, results } = ran;
  const ranDate = isoSeconds(ctx.now());
  await formulaTests.keepResults(
    ctx.db.queries,
    { organizationId, formulaId },
    results.map(({ id, passed, differences }) => ({
      id,
      result: { passed, revision, ranDate, differences: differences.slice(0, MOST_KEPT) },
    })),
  );
  return ran;
}

/** The same, of which nothing is kept. */
export async function replayTests(
  ctx: Context,
  { formulaId, revision, formula, formulaTestIds }: Chosen,
  { all: allMs, each: longestMs } = LONGEST_MS,
) {
  requireDesigner(ctx);
  const current = await findFormula(ctx, formulaId);
  if (formula && revision !== undefined)
    throw new Failure("badRequest", "revision: cannot be sent beside formula. Send one of them.");
  const number = revision ?? current.revision;
  const definition = formula ?? (await publishedFormula(ctx, formulaId, number));
  const all = await formulaTests.list(ctx.db.prisma, { organizationId: ctx.caller.organizationId, formulaId });
  const chosen = formulaTestIds ? all.filter(({ id }) => formulaTestIds.includes(id)) : all;
  const unknown = formulaTestIds?.find((id) => !all.some((test) => test.id === id));
  if (unknown !== undefined)
    throw new Failure("notFound", `formulaTestIds: formula ${formulaId} has no test ${unknown}.`);
  const plan = compile(definition, { formulaId, revision: number });
  const replays = [];
  const signal = AbortSignal.timeout(allMs);
  for (const test of chosen)
    replays.push({ test, ...(await replay(ctx, { plan, test: test.definition, signal, longestMs })) });
  const { missing, ...coverage } = edgeCoverage(
    definition,
    replays.map(({ steps }) => steps),
  );
  return {
    formulaId,
    formulaName: definition.name,
    revision: formula ? null : number,
    passed: replays.every(({ differences }) => differences.length === 0),
    results: replays.map(({ test, differences, durationMs }) => ({
      id: test.id,
      name: test.definition.name,
      passed: differences.length === 0,
      differences: shownDifferences(differences),
      durationMs,
    })),
    coverage: { ...coverage, missing },
  };
}

export async function publishedFormula(ctx: Context, formulaId: number, revision: number): Promise<Formula> {
  const { organizationId } = ctx.caller;
  const definition = await revisions.find(ctx.db.prisma, { organizationId, formulaId, revision });
  if (!definition) throw new Failure("notFound", `Formula ${formulaId} has no revision ${revision}.`);
  return formulaSchema.parse(definition);
}
