import { z } from "zod";
import { testDraft } from "#server/services/execution/try-formula.ts";
import { compareDraft, compareRevisions } from "#server/services/formula/compare-revisions.ts";
import { createFormula } from "#server/services/formula/create-formula.ts";
import { discardDraft } from "#server/services/formula/discard-draft.ts";
import { listDrafts } from "#server/services/formula/list-drafts.ts";
import { listRevisions } from "#server/services/formula/list-revisions.ts";
import { openDraft, openFormula } from "#server/services/formula/open-formula.ts";
import { publishFormula } from "#server/services/formula/publish-formula.ts";
import { readRevision } from "#server/services/formula/read-revision.ts";
import { saveDraft } from "#server/services/formula/save-draft.ts";
import { countValues } from "#server/services/formula-instance/count-values.ts";
import { formulaEndpoints } from "../endpoints/formula.ts";
import { draftUpTo, publicationMessage } from "../records/draft.ts";
import { bodyOf, draftVersion, id, inputOf, revision } from "./inputs.ts";
import { forViewers, repeatable, router, signedIn } from "./trpc.ts";

const one = inputOf(formulaEndpoints.readFormula);
const ofDraft = z.object({ draftId: id });
/** Pages of the version before name no version. */
const removedDraft = ofDraft.extend({ draftVersion: revision.optional() });
const { formulaId } = one.shape;
const formula = bodyOf(formulaEndpoints.replaceFormula);
const work = z.object({
  formula,
  message: publicationMessage.optional(),
  ...removedDraft.partial().shape,
});
/** The revision to base the next one on, and the new variables for the values that instances have for removed ones. */
const based = z.object({
  basedOn: revision,
  moves: z
    .array(z.object({ from: z.string(), to: z.string() }))
    .max(1000)
    .optional(),
});

/** Procedures of the designer, beyond those of the lists. */
export const design = router({
  open: signedIn.input(one).query(({ ctx, input }) => openFormula(ctx, input.formulaId)),
  openDraft: signedIn.input(ofDraft).query(({ ctx, input }) => openDraft(ctx, input.draftId)),
  drafts: signedIn.query(({ ctx }) => listDrafts(ctx)),
  /** The draft in progress, also of a formula that does not exist yet. */
  keep: repeatable
    .input(
      z.object({
        formulaId: formulaId.nullable(),
        basedOn: revision.nullable(),
        draft: draftVersion.nullable(),
        formula: draftUpTo(1),
      }),
    )
    .mutation(({ ctx, input }) => saveDraft(ctx, input)),
  discard: forViewers.input(removedDraft).mutation(({ ctx, input }) => discardDraft(ctx, input)),
  /** A test with its own values, of which only the run is stored. */
  test: signedIn
    .input(
      z.object({
        /** The published formula of the draft; its test run appears among the runs of that formula. */
        formulaId: formulaId.optional(),
        formula,
        configuration: z.record(z.string(), z.string().max(100_000)),
        payload: z.unknown(),
      }),
    )
    .mutation(({ ctx, input: { payload, ...tested } }) => testDraft(ctx, { ...tested, payload })),
  create: signedIn.input(work).mutation(async ({ ctx, input: { formula, ...how } }) => {
    const { id } = await createFormula(ctx, { ...how, formula });
    return openFormula(ctx, id);
  }),
  /** Refuses with a conflict if the formula's revision is no longer `basedOn`. */
  publish: signedIn
    .input(work.extend({ ...one.shape, ...based.shape }))
    .mutation(({ ctx, input: { formulaId, ...publication } }) => publishFormula(ctx, { ...publication, formulaId })),
  /** How many instances of the formula have a value, by the keys of variables. */
  heldValues: signedIn.input(one).query(({ ctx, input }) => countValues(ctx, input.formulaId)),
  revisions: signedIn
    .input(one.extend({ cursor: revision.optional() }))
    .query(({ ctx, input: { formulaId, cursor: before } }) => listRevisions(ctx, { formulaId, before })),
  revision: signedIn
    .input(one.extend({ revision }))
    .query(({ ctx, input }) => readRevision(ctx, { formulaId: input.formulaId, revision: input.revision })),
  compare: signedIn
    .input(inputOf(formulaEndpoints.compareRevisions))
    .query(({ ctx, input: { formulaId, revision: to, with: from } }) => compareRevisions(ctx, { formulaId, from, to })),
  /** A mutation, as a draft is too long for an address. */
  compareDraft: repeatable
    .input(one.extend({ from: revision, formula }))
    .mutation(({ ctx, input }) => compareDraft(ctx, input)),
});
