import { createHash } from "node:crypto";
import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { compile } from "#server/formula/plan.ts";
import { anyPlace } from "#server/formula-test/compare.ts";
import { withNewResults } from "#server/formula-test/record-test.ts";
import type { FormulaTest } from "#server/formula-test/shape.ts";
import { isoSeconds } from "#server/iso-date.ts";
import * as formulaTests from "#server/store/formula-test/formula-tests.ts";
import { requireDesigner } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { requireOwnAccount } from "../formula/change-formula.ts";
import { requireSize } from "./create-test.ts";
import { findTest, noSuchTest, type TestAddress } from "./find-test.ts";
import { readTest } from "./read-test.ts";
import { replay, shownDifferences } from "./replay.ts";
import { publishedFormula } from "./run-tests.ts";

const LONGEST_MS = 30_000;

/**
 * Compares a test with the results of the published revision. A request to another address gets the response of the
 * recorded one. `missingResponses` are requests without any, for which a run has to be recorded. Refuses forbidden and
 * notFound.
 */
export async function previewResults(ctx: Context, address: TestAddress) {
  const { differences, unrecorded, revision, digest } = await newResults(ctx, address);
  return { revision, differences: shownDifferences(differences), missingResponses: unrecorded, digest };
}

/**
 * Makes a test expect the results of the published revision, as `previewResults` showed them: `digest` is of these.
 * Refuses conflict if the formula, the test or the results changed meanwhile, badRequest for requests without a response,
 * and what `previewResults` refuses.
 */
export async function acceptResults(ctx: Context, { digest, ...address }: TestAddress & { digest: string }) {
  const found = await newResults(ctx, address);
  const [missing] = found.unrecorded;
  if (missing !== undefined)
    throw new Failure("badRequest", `The test has no response to ${missing}. Record a run of the formula instead.`);
  if (found.isLate) throw new Failure("badRequest", "The test takes too long to be replayed.");
  if (found.digest !== digest) throw changedMeanwhile();
  const { definition, revision, test } = found;
  requireSize(definition);
  const { formulaId, formulaTestId: id } = address;
  const key = { organizationId: ctx.caller.organizationId, formulaId, id };
  const result = { passed: true, revision, ranDate: isoSeconds(ctx.now()), differences: [] };
  await ctx.db.prisma.$transaction(async (tx) => {
    const current = await formulaTests.lock(tx, key);
    if (!current) throw noSuchTest(formulaId, id);
    if (!isSame(current.definition, test)) throw changedMeanwhile();
    await formulaTests.update(tx, key, definition, result);
    await record(tx, ctx, { entity: "formula", entityId: formulaId, action: "test results accepted" });
  });
  return readTest(ctx, address);
}

const changedMeanwhile = () =>
  new Failure("conflict", "The formula, the test or its results changed meanwhile. Look at the differences again.");

const isSame = (one: FormulaTest, other: FormulaTest) => JSON.stringify(one) === JSON.stringify(other);

async function newResults(ctx: Context, address: TestAddress) {
  requireDesigner(ctx);
  const { formula, test: row } = await findTest(ctx, address);
  requireOwnAccount(ctx, formula);
  const { formulaId } = address;
  const { revision } = formula;
  const test = row.definition;
  const plan = compile(await publishedFormula(ctx, formulaId, revision), { formulaId, revision });
  const signal = AbortSignal.timeout(LONGEST_MS);
  const limits = { plan, signal, longestMs: LONGEST_MS };
  const { differences, unrecorded, isLate, ...results } = await replay(ctx, { ...limits, test, isRecording: true });
  const expecting = withNewResults(test, results);
  // Values that differ even between two replays, as in a test that is recorded.
  const again = isLate ? undefined : await replay(ctx, { ...limits, test: expecting });
  const varying = again?.differences.filter(({ kind }) => kind === "output").map(({ at }) => anyPlace(at)) ?? [];
  const ignore = [...new Set([...test.ignore, ...varying])].slice(0, 1000);
  const stable = differences.filter(({ at }) => !varying.includes(anyPlace(at)));
  const seen = JSON.stringify([revision, test, stable, unrecorded]);
  return {
    ...{ revision, test, differences, unrecorded, isLate },
    definition: { ...expecting, ignore },
    digest: createHash("sha256").update(seen).digest("base64url"),
  };
}
