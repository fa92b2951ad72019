import { z } from "zod";
import { formulaSchema } from "#server/formula/shape.ts";
import { createFormula } from "#server/services/formula/create-formula.ts";
import { openFormula, saveFormula } from "#server/services/formula/save-formula.ts";
import { router, signedIn } from "./trpc.ts";

const one = z.object({ formulaId: z.int() });

/** What the designer asks beyond the nouns that lists have. */
export const design = router({
  open: signedIn.input(one).query(({ ctx, input }) => openFormula(ctx, input.formulaId)),
  create: signedIn.input(z.object({ formula: formulaSchema })).mutation(async ({ ctx, input }) => {
    const { id } = await createFormula(ctx, input.formula);
    return openFormula(ctx, id);
  }),
  /** Refuses with a conflict when the formula is no longer at `basedOn`. */
  save: signedIn
    .input(one.extend({ basedOn: z.int(), formula: formulaSchema }))
    .mutation(({ ctx, input: { formulaId, ...work } }) => saveFormula(ctx, formulaId, work)),
});
