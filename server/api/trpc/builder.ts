import { z } from "zod";
import { insertElement } from "#server/services/element/create-element.ts";
import { compareRevisions } from "#server/services/element-draft/compare-revisions.ts";
import { discardDraft } from "#server/services/element-draft/discard-draft.ts";
import { listDrafts } from "#server/services/element-draft/list-drafts.ts";
import { listRevisions } from "#server/services/element-draft/list-revisions.ts";
import { listTestAccounts } from "#server/services/element-draft/list-test-accounts.ts";
import { openDraft, openElement } from "#server/services/element-draft/open-element.ts";
import { prove } from "#server/services/element-draft/prove.ts";
import { publishElement } from "#server/services/element-draft/publish-element.ts";
import { readChanges } from "#server/services/element-draft/read-changes.ts";
import { readChecklist } from "#server/services/element-draft/read-checklist.ts";
import { readImpact } from "#server/services/element-draft/read-impact.ts";
import { readProblems } from "#server/services/element-draft/read-problems.ts";
import { readProofs } from "#server/services/element-draft/read-proofs.ts";
import { readRevision } from "#server/services/element-draft/read-revision.ts";
import { readRevisionSteps } from "#server/services/element-draft/read-revision-steps.ts";
import { restoreAsDraft } from "#server/services/element-draft/restore-as-draft.ts";
import { saveDraft } from "#server/services/element-draft/save-draft.ts";
import { beginTrialAuthorization, tryAuthentication } from "#server/services/element-draft/try-authentication.ts";
import { tryHook } from "#server/services/element-draft/try-hook.ts";
import { tryPoll } from "#server/services/element-draft/try-poll.ts";
import { tryRequest } from "#server/services/element-draft/try-request.ts";
import { callbackUrlOf } from "#server/services/instance/begin-authorization.ts";
import { deleteTestAccount } from "#server/services/test-account/delete-test-account.ts";
import { closeWebhookCapture } from "#server/services/webhook-capture/close-webhook-capture.ts";
import { openWebhookCapture } from "#server/services/webhook-capture/open-webhook-capture.ts";
import { readWebhookCapture } from "#server/services/webhook-capture/read-webhook-capture.ts";
import { elementEndpoints } from "../endpoints/element.ts";
import { draftedElement } from "../endpoints/element-draft.ts";
import {
  elementTestEndpoints,
  granted,
  provenDefinition,
  runWebhook,
  testedHook,
  testedPoll,
  testedRequest,
  testedWebhook,
} from "../endpoints/element-test.ts";
import { instanceEndpoints } from "../endpoints/instance.ts";
import { webhookCaptureEndpoints } from "../endpoints/webhook-capture.ts";
import { publicationMessage } from "../records/draft.ts";
import { bodyOf, draftVersion, id, inputOf, revision } from "./inputs.ts";
import { forViewers, repeatable, router, signedIn } from "./trpc.ts";

const byKey = z.object({ elementKey: inputOf(elementEndpoints.readElement).shape.keyOrId });
const one = z.object({ elementId: id });
const ofDraft = z.object({ draftId: id });
/** Pages of the version before name no version. */
const removedDraft = ofDraft.extend({ draftVersion: revision.optional() });
const element = bodyOf(elementEndpoints.replaceElement);
const definition = one.extend({ element });
/** The owner of an unpublished definition: a published element, or the draft of a new one. */
const draftOf = z.object({ elementId: id.nullable(), draftId: id.nullable() });
const trial = draftOf.extend({
  element,
  configuration: bodyOf(instanceEndpoints.createInstanceOfElement).shape.configuration,
});
const work = z.object({
  element,
  message: publicationMessage.optional(),
  ...removedDraft.partial().shape,
});

export const builder = router({
  open: signedIn.input(byKey).query(({ ctx, input }) => openElement(ctx, input.elementKey)),
  openDraft: signedIn.input(ofDraft).query(({ ctx, input }) => openDraft(ctx, input.draftId)),
  drafts: signedIn.query(({ ctx }) => listDrafts(ctx)),
  /** The draft in progress, also of an element that does not exist yet. */
  keep: repeatable
    .input(
      z.object({
        elementId: id.nullable(),
        basedOn: revision.nullable(),
        draft: draftVersion.nullable(),
        element: draftedElement,
      }),
    )
    .mutation(({ ctx, input }) => saveDraft(ctx, input)),
  discard: forViewers.input(removedDraft).mutation(({ ctx, input }) => discardDraft(ctx, input)),
  create: signedIn.input(work).mutation(async ({ ctx, input: { element, ...how } }) => {
    const created = await insertElement(ctx, { ...how, element });
    return openElement(ctx, created.id);
  }),
  /** Refuses with a conflict if the element's revision is no longer `basedOn`. */
  publish: signedIn
    .input(work.extend({ ...one.shape, basedOn: revision }))
    .mutation(async ({ ctx, input: { elementId, ...publication } }) => ({
      ...(await publishElement(ctx, { ...publication, keyOrId: elementId })),
      draft: null,
    })),
  /** Queries of a size that only a body can have. */
  problems: repeatable
    .input(z.object({ elementId: id.nullable(), element: draftedElement }))
    .mutation(({ ctx, input }) => readProblems(ctx, input)),
  changes: repeatable
    .input(definition)
    .mutation(({ ctx, input: { elementId, element } }) => readChanges(ctx, { keyOrId: elementId, element })),
  impact: repeatable
    .input(definition)
    .mutation(({ ctx, input: { elementId, element } }) => readImpact(ctx, { keyOrId: elementId, element })),
  /** Sends a real request with an account, by the definition in progress. */
  tryRequest: signedIn.input(testedRequest.extend(draftOf.shape)).mutation(({ ctx, input }) => tryRequest(ctx, input)),
  tryPoll: signedIn.input(testedPoll.extend(draftOf.shape)).mutation(({ ctx, input }) => tryPoll(ctx, input)),
  tryEvent: signedIn.input(testedWebhook.extend(draftOf.shape)).mutation(({ ctx, input }) => runWebhook(ctx, input)),
  /** Opens an address that waits for one request of the provider, to be tested instead of a pasted one. */
  openCapture: signedIn.input(draftOf).mutation(({ ctx, input }) => openWebhookCapture(ctx, input)),
  capture: signedIn
    .input(inputOf(webhookCaptureEndpoints.readWebhookCapture))
    .query(({ ctx, input: { webhookCaptureId } }) => readWebhookCapture(ctx, webhookCaptureId)),
  closeCapture: signedIn
    .input(inputOf(webhookCaptureEndpoints.closeWebhookCapture))
    .mutation(({ ctx, input: { webhookCaptureId } }) => closeWebhookCapture(ctx, webhookCaptureId)),
  tryHook: repeatable.input(testedHook.extend(draftOf.shape)).mutation(({ ctx, input }) => tryHook(ctx, input)),
  prove: signedIn.input(provenDefinition.extend(draftOf.shape)).mutation(({ ctx, input }) => prove(ctx, input)),
  proofs: signedIn
    .input(one.extend({ revision: revision.optional() }))
    .query(({ ctx, input: { elementId, revision } }) => readProofs(ctx, { keyOrId: elementId, revision })),
  checklist: repeatable.input(z.object({ element })).mutation(({ ctx, input }) => readChecklist(ctx, input.element)),
  /** The page on which the author grants access for a trial of the authentication. */
  beginAuthentication: signedIn.input(trial).mutation(({ ctx, input }) => beginTrialAuthorization(ctx, input)),
  /** Connects an account by the definition in progress, and then disconnects it or keeps it as a test account. */
  authenticate: signedIn.input(trial.extend(granted)).mutation(({ ctx, input }) => tryAuthentication(ctx, input)),
  testAccounts: signedIn.input(draftOf).query(({ ctx, input }) => listTestAccounts(ctx, input)),
  removeTestAccount: signedIn
    .input(inputOf(elementTestEndpoints.deleteTestAccount))
    .mutation(({ ctx, input: { testAccountId } }) => deleteTestAccount(ctx, testAccountId)),
  /** The page that providers redirect to. */
  callbackUrl: signedIn.query(({ ctx }) => callbackUrlOf(ctx)),
  revisions: signedIn
    .input(one.extend({ cursor: revision.optional() }))
    .query(({ ctx, input: { elementId, cursor: before } }) => listRevisions(ctx, { keyOrId: elementId, before })),
  /** Which of these revisions are breaking, for the same page. */
  revisionSteps: signedIn
    .input(one.extend({ before: revision.optional() }))
    .query(({ ctx, input: { elementId, before } }) => readRevisionSteps(ctx, { keyOrId: elementId, before })),
  revision: signedIn
    .input(one.extend({ revision }))
    .query(({ ctx, input }) => readRevision(ctx, { keyOrId: input.elementId, revision: input.revision })),
  compare: signedIn
    .input(one.extend({ from: revision, to: revision }))
    .query(({ ctx, input: { elementId, ...compared } }) => compareRevisions(ctx, { ...compared, keyOrId: elementId })),
  /**
   * Makes an earlier revision the caller's draft; refuses with a conflict if the element's revision is not `basedOn`.
   */
  restore: signedIn
    .input(one.extend({ revision, basedOn: revision, draft: draftVersion.nullable() }))
    .mutation(({ ctx, input: { elementId: keyOrId, ...input } }) => restoreAsDraft(ctx, { keyOrId, ...input })),
});
