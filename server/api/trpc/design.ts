import { z } from "zod";
import { draftSchema } from "#server/formula/draft-shape.ts";
import { formulaSchema } from "#server/formula/shape.ts";
import { testDraft } from "#server/services/execution/try-formula.ts";
import { createFormula } from "#server/services/formula/create-formula.ts";
import { discardDraft } from "#server/services/formula/discard-draft.ts";
import { listDrafts } from "#server/services/formula/list-drafts.ts";
import { listRevisions } from "#server/services/formula/list-revisions.ts";
import { openDraft, openFormula } from "#server/services/formula/open-formula.ts";
import { publishFormula } from "#server/services/formula/publish-formula.ts";
import { readRevision } from "#server/services/formula/read-revision.ts";
import { restoreRevision } from "#server/services/formula/restore-revision.ts";
import { saveDraft } from "#server/services/formula/save-draft.ts";
import { countValues } from "#server/services/formula-instance/count-values.ts";
import { router, signedIn } from "./trpc.ts";

const one = z.object({ formulaId: z.int32() });
const work = z.object({
  formula: formulaSchema,
  message: z.string().trim().max(500).optional(),
  draftId: z.int32().optional(),
});
/** The revision to base the next one on, and the new variables for the values that instances hold for removed ones. */
const based = z.object({
  basedOn: z.int32(),
  moves: z
    .array(z.object({ from: z.string(), to: z.string() }))
    .max(1000)
    .optional(),
});

/** Procedures of the designer, beyond those of the lists. */
export const design = router({
  open: signedIn.input(one).query(({ ctx, input }) => openFormula(ctx, input.formulaId)),
  openDraft: signedIn.input(z.object({ draftId: z.int32() })).query(({ ctx, input }) => openDraft(ctx, input.draftId)),
  drafts: signedIn.query(({ ctx }) => listDrafts(ctx)),
  /** The draft in progress, also of a formula that does not exist yet. */
  keep: signedIn
    .input(
      z.object({
        formulaId: z.int32().nullable(),
        basedOn: z.int32().nullable(),
        draft: z.object({ id: z.int32(), version: z.int32() }).nullable(),
        formula: draftSchema,
      }),
    )
    .mutation(({ ctx, input }) => saveDraft(ctx, input)),
  discard: signedIn
    .input(z.object({ draftId: z.int32() }))
    .mutation(({ ctx, input }) => discardDraft(ctx, input.draftId)),
  /** A test with values of its own, of which only the run stays. */
  test: signedIn
    .input(
      z.object({
        /** The published formula of the draft; its test run appears among the runs of that formula. */
        formulaId: z.int32().optional(),
        formula: formulaSchema,
        configuration: z.record(z.string(), z.string().max(100_000)),
        payload: z.unknown(),
      }),
    )
    .mutation(({ ctx, input: { payload, ...tested } }) => testDraft(ctx, { ...tested, payload })),
  create: signedIn.input(work).mutation(async ({ ctx, input: { formula, ...how } }) => {
    const { id } = await createFormula(ctx, formula, how);
    return openFormula(ctx, id);
  }),
  /** Refuses with a conflict when the formula is no longer at `basedOn`. */
  publish: signedIn
    .input(work.extend({ ...one.shape, ...based.shape }))
    .mutation(({ ctx, input: { formulaId, ...publication } }) => publishFormula(ctx, formulaId, publication)),
  /** How many instances of the formula hold a value, by the keys of variables. */
  heldValues: signedIn.input(one).query(({ ctx, input }) => countValues(ctx, input.formulaId)),
  revisions: signedIn
    .input(one.extend({ cursor: z.int32().optional() }))
    .query(({ ctx, input: { formulaId, cursor: before } }) => listRevisions(ctx, { formulaId, before })),
  revision: signedIn
    .input(one.extend({ revision: z.int32() }))
    .query(({ ctx, input }) => readRevision(ctx, input.formulaId, input.revision)),
  restore: signedIn
    .input(one.extend({ revision: z.int32(), ...based.shape }))
    .mutation(({ ctx, input }) => restoreRevision(ctx, input)),
});
