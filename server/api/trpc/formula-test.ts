import { acceptResults, previewResults } from "#server/services/formula-test/accept-results.ts";
import { compareTests } from "#server/services/formula-test/compare-tests.ts";
import { deleteTest } from "#server/services/formula-test/delete-test.ts";
import { readTest } from "#server/services/formula-test/read-test.ts";
import { recordRun } from "#server/services/formula-test/record-run.ts";
import { renameTest } from "#server/services/formula-test/rename-test.ts";
import { runTests } from "#server/services/formula-test/run-tests.ts";
import { summarizeTests } from "#server/services/formula-test/summarize-tests.ts";
import { formulaTestEndpoints as endpoints } from "../endpoints/formula-test.ts";
import { bodyOf, inputOf, revision } from "./inputs.ts";
import { forViewers, repeatable, router, signedIn } from "./trpc.ts";

const ofFormula = inputOf(endpoints.listFormulaTests);
const { formula } = bodyOf(endpoints.runFormulaTests).shape;
const one = inputOf(endpoints.readFormulaTest);

/** Recorded runs of formulas. */
export const formulaTest = router({
  list: signedIn.input(ofFormula).query(({ ctx, input }) => summarizeTests(ctx, input.formulaId)),
  /** A mutation, as a test is read to be saved as a file. */
  read: forViewers
    .meta({ storesResponse: false })
    .input(one)
    .mutation(({ ctx, input }) => readTest(ctx, input)),
  /** The same for the screen. */
  open: signedIn.input(one).query(({ ctx, input }) => readTest(ctx, input)),
  rename: signedIn
    .input(one.extend(bodyOf(endpoints.renameFormulaTest).shape))
    .mutation(({ ctx, input }) => renameTest(ctx, input)),
  /** The results that a test would expect after `accept`. */
  preview: repeatable.input(one).mutation(({ ctx, input }) => previewResults(ctx, input)),
  accept: signedIn
    .input(one.extend(bodyOf(endpoints.acceptFormulaTestResults).shape))
    .mutation(({ ctx, input }) => acceptResults(ctx, input)),
  record: signedIn
    .input(ofFormula.extend(bodyOf(endpoints.recordFormulaTest).shape))
    .mutation(async ({ ctx, input }) => {
      const { id, name } = await recordRun(ctx, input);
      return { id, name };
    }),
  run: signedIn
    .input(ofFormula.extend(bodyOf(endpoints.runFormulaTests).shape))
    .mutation(({ ctx, input }) => runTests(ctx, { chosen: input })),
  /** By a revision, and by a later one or a definition that is not published. */
  compare: repeatable
    .input(ofFormula.extend({ from: revision, to: revision.optional(), formula }))
    .mutation(({ ctx, input }) => compareTests(ctx, input)),
  remove: signedIn.input(one).mutation(({ ctx, input }) => deleteTest(ctx, input)),
});
