import { z } from "zod";
import { positions } from "#server/formula/positions.ts";
import { createFormula } from "#server/services/formula/create-formula.ts";
import { deleteFormula } from "#server/services/formula/delete-formula.ts";
import { listFormulaCalls } from "#server/services/formula/list-formula-calls.ts";
import { readFormula } from "#server/services/formula/read-formula.ts";
import { readLayout } from "#server/services/formula/read-layout.ts";
import { patchFormula } from "#server/services/formula/replace-formula.ts";
import { saveLayout } from "#server/services/formula/save-layout.ts";
import { nameFormulas, summarizeFormulas } from "#server/services/formula/summarize-formulas.ts";
import { formulaEndpoints } from "../endpoints/formula.ts";
import { bodyOf, inputOf } from "./inputs.ts";
import { pageRequest, searched } from "./lists.ts";
import { repeatable, router, signedIn } from "./trpc.ts";

const one = inputOf(formulaEndpoints.readFormula);

export const formula = router({
  /** Each with its instances and its last run; `next` is the cursor of the next page. */
  list: signedIn.input(searched).query(({ ctx, input }) => summarizeFormulas(ctx, pageRequest(input))),
  /** All formulas by name, for a choice. */
  names: signedIn.query(({ ctx }) => nameFormulas(ctx)),
  /** Which formulas run which. */
  calls: signedIn.query(({ ctx }) => listFormulaCalls(ctx)),
  read: signedIn.input(one).query(({ ctx, input }) => readFormula(ctx, input.formulaId)),
  /** Where people moved its parts on the canvas. */
  layout: signedIn.input(one).query(({ ctx, input }) => readLayout(ctx, input.formulaId)),
  saveLayout: repeatable
    .input(one.extend({ positions, isTidied: z.boolean() }))
    .mutation(({ ctx, input: { formulaId, ...layout } }) => saveLayout(ctx, { ...layout, formulaId })),
  create: signedIn
    .input(bodyOf(formulaEndpoints.replaceFormula))
    .mutation(({ ctx, input }) => createFormula(ctx, { formula: input })),
  change: signedIn
    .input(one.extend({ changes: bodyOf(formulaEndpoints.patchFormula) }))
    .mutation(({ ctx, input }) => patchFormula(ctx, { formulaId: input.formulaId, patch: input.changes })),
  remove: signedIn.input(one).mutation(({ ctx, input }) => deleteFormula(ctx, input.formulaId)),
});
