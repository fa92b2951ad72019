import { z } from "zod";
import { PROOF_NAMES } from "#server/element/proofs/registry.ts";
import { elementSchema, METHODS } from "#server/element/shape.ts";
import { changeDraft } from "#server/services/element-draft/change-draft.ts";
import { deleteDraft } from "#server/services/element-draft/discard-draft.ts";
import { listDrafts } from "#server/services/element-draft/list-drafts.ts";
import { listRevisions } from "#server/services/element-draft/list-revisions.ts";
import { openDraft } from "#server/services/element-draft/open-element.ts";
import { prove } from "#server/services/element-draft/prove.ts";
import { publishElement } from "#server/services/element-draft/publish-element.ts";
import { readChanges } from "#server/services/element-draft/read-changes.ts";
import { readChecklist } from "#server/services/element-draft/read-checklist.ts";
import { readImpact } from "#server/services/element-draft/read-impact.ts";
import { readProblems } from "#server/services/element-draft/read-problems.ts";
import { readProofs } from "#server/services/element-draft/read-proofs.ts";
import { readRevision } from "#server/services/element-draft/read-revision.ts";
import { restoreRevision } from "#server/services/element-draft/restore-revision.ts";
import { saveDraft } from "#server/services/element-draft/save-draft.ts";
import { beginTrialAuthorization, tryAuthentication } from "#server/services/element-draft/try-authentication.ts";
import { tryEvent } from "#server/services/element-draft/try-event.ts";
import { tryHook } from "#server/services/element-draft/try-hook.ts";
import { tryPoll } from "#server/services/element-draft/try-poll.ts";
import { tryRequest } from "#server/services/element-draft/try-request.ts";
import { deleteTestAccount } from "#server/services/test-account/delete-test-account.ts";
import { listTestAccounts } from "#server/services/test-account/list-test-accounts.ts";
import { endpoint } from "../endpoint.ts";
import { draftUpTo, publicationMessage } from "../records/draft.ts";
import {
  checklistFindingRecord,
  elementDraftRecord,
  elementImpactRecord,
  elementProblemRecord,
  elementProofsRecord,
  elementRevisionRecord,
  lightElementDraftRecord,
  lightElementRevisionRecord,
  publishedElementRecord,
  testAccountRecord,
  testedAuthenticationRecord,
  testedAuthorizationRecord,
  testedRequestRecord,
  testedWebhookRecord,
  watchedHookRecord,
} from "../records/element-draft.ts";
import { id, keyOrId, moment, nothing } from "../records/fields.ts";
import { polledPageRecord } from "../records/polled-page.ts";

const MEGABYTE = 1024 * 1024;
const LARGEST_DRAFT_MB = 8;
/** A draft and what is sent with it. */
const bodyLimit = (LARGEST_DRAFT_MB + 1) * MEGABYTE;

const shared = { auth: "platform", tags: ["Elements"] } as const;
const ofDraft = { ...shared, path: "/elements/drafts/{draftId}", params: z.object({ draftId: id }) } as const;
const element = z.object({ keyOrId });
const ofElement = { ...shared, path: "/elements/{keyOrId}/revisions", params: element } as const;
const ofProofs = { ...shared, path: "/elements/{keyOrId}/proofs", params: element } as const;
const revision = z.int32().min(1);
const elementId = z.int32().min(1);
const oneRevision = element.extend({ revision: id });

const OF_DRAFT = "Send the definition as it is to be tested: it need not be the saved one.";
const ofDraftTest = { ...shared, method: "POST", params: z.object({ draftId: id }), bodyLimit } as const;
const ofAuthentication = { ...shared, method: "POST", bodyLimit } as const;

export const draftedElement = draftUpTo(LARGEST_DRAFT_MB);

const account = {
  elementInstanceId: elementId.optional().meta({ description: "An instance of the element to test with." }),
  testAccountId: elementId
    .optional()
    .meta({ description: "A test account of yours. Leave out both ids if the definition needs no credentials." }),
};

export const testedRequest = z.object({
  element: elementSchema,
  ...account,
  method: z.enum(METHODS, `must be one of ${METHODS.join(", ")}`),
  path: z.string().min(1).max(2000).meta({ description: "With or without the hub, such as `/contacts`." }),
  query: z.record(z.string(), z.union([z.string(), z.array(z.string())])).default({}),
  headers: z.record(z.string(), z.string().max(10_000)).default({}),
  body: z.unknown().optional(),
});

export const provenDefinition = z.object({
  element: elementSchema,
  ...account,
  proofs: z.array(z.enum(PROOF_NAMES)).optional().meta({ description: "All by default." }),
  resources: z
    .array(z.string().max(1000))
    .max(1000)
    .optional()
    .meta({ description: "Resources such as `GET:/contacts`. All by default." }),
});

export const testedPoll = z.object({
  element: elementSchema,
  ...account,
  resource: z.string().min(1).max(200).meta({ description: "The name of a polled resource of the definition." }),
  since: moment.optional().meta({ description: "Changes since this time, by default of the last day." }),
});

export const testedWebhook = z.object({
  element: elementSchema,
  ...account,
  method: z.enum(METHODS, `must be one of ${METHODS.join(", ")}`).default("POST"),
  headers: z.record(z.string(), z.string().max(10_000)).default({}),
  query: z.record(z.string(), z.string().max(10_000)).default({}),
  body: z.unknown().optional().meta({ description: "What the provider sent: JSON, or the text of anything else." }),
});

const { method, path, query, headers, body } = testedRequest.shape;

export const testedHook = z.object({
  element: elementSchema,
  ...account,
  resource: z
    .int32()
    .min(0)
    .nullable()
    .default(null)
    .meta({ description: "The position of the resource in the definition, from 0; null for a hook of the element." }),
  position: z.int32().min(0).meta({ description: "The position of the hook among the hooks of its owner, from 0." }),
  request: z.object({ method, path, query, headers, body }),
  response: z
    .object({ status: z.int32().default(200), headers, body })
    .default({ status: 200, headers: {} })
    .meta({ description: "What the provider is taken to respond." }),
});

const text = z.string().max(10_000);

export const testedAuthentication = z.object({
  elementId: elementId.nullable().default(null).meta({ description: "Null for an element that does not exist yet." }),
  draftId: elementId.nullable().default(null).meta({ description: "Your draft, which a test account belongs to." }),
  element: elementSchema,
  configuration: z.record(z.string(), text).default({}).meta({ description: "Values of the connect form." }),
});

export const granted = {
  providerData: z
    .record(z.string().max(100), z.string().max(4096))
    .default({})
    .meta({ description: "What the provider returned: `code` and `state`, or `oauth_token` and `oauth_verifier`." }),
  keepAs: z.string().trim().min(1).max(200).optional().meta({ description: "The name of the test account to keep." }),
};

export const elementDraftEndpoints = {
  listElementDrafts: endpoint({
    ...shared,
    method: "GET",
    path: "/elements/drafts",
    summary: "List your drafts of elements",
    description: "Returns at most 200 drafts, newest first. Drafts are private to their authors.",
    reply: z.array(lightElementDraftRecord),
    handle: (ctx) => listDrafts(ctx),
  }),

  createElementDraft: endpoint({
    ...shared,
    method: "POST",
    path: "/elements/drafts",
    summary: "Create a draft of an element",
    description:
      "A draft may be unfinished. Send the `elementId` of the element that it changes; without one it is the draft of a new element. You have at most one draft of an element.",
    bodyLimit,
    body: z.object({
      elementId: elementId.nullable().default(null),
      basedOn: revision.nullable().default(null),
      element: draftedElement,
    }),
    reply: elementDraftRecord,
    handle: async (ctx, { body }) => openDraft(ctx, (await saveDraft(ctx, { ...body, draft: null })).id),
  }),

  readElementDraft: endpoint({
    ...ofDraft,
    method: "GET",
    summary: "Get a draft of an element",
    reply: elementDraftRecord,
    handle: (ctx, { params }) => openDraft(ctx, params.draftId),
  }),

  replaceElementDraft: endpoint({
    ...ofDraft,
    method: "PUT",
    summary: "Save the next version of a draft",
    description: "Send the `version` that you changed. If the draft has another version by now, the response is 409.",
    bodyLimit,
    body: z.object({ version: revision, basedOn: revision.nullable().optional(), element: draftedElement }),
    reply: elementDraftRecord,
    handle: (ctx, { params, body }) => changeDraft(ctx, params.draftId, body),
  }),

  deleteElementDraft: endpoint({
    ...ofDraft,
    method: "DELETE",
    summary: "Discard a draft of an element",
    reply: nothing,
    handle: (ctx, { params }) => deleteDraft(ctx, params.draftId),
  }),

  checkElement: endpoint({
    ...shared,
    method: "POST",
    path: "/elements/problems",
    summary: "Check the definition of an element",
    description:
      "Returns every reason why the definition cannot be published. Send the `elementId` of the element that it changes. Nothing is saved.",
    bodyLimit,
    body: z.object({ elementId: elementId.nullable().default(null), element: draftedElement }),
    reply: z.array(elementProblemRecord),
    handle: (ctx, { body }) => readProblems(ctx, body),
  }),

  readElementChecklist: endpoint({
    ...shared,
    method: "POST",
    path: "/elements/checklist",
    summary: "Compare the definition of an element with the conventions",
    description: "Returns names, descriptions and settings that differ from the conventions. Nothing is saved.",
    bodyLimit,
    body: elementSchema,
    reply: z.array(checklistFindingRecord),
    handle: (ctx, { body }) => readChecklist(ctx, body),
  }),

  readElementImpact: endpoint({
    ...shared,
    method: "POST",
    path: "/elements/{keyOrId}/impact",
    summary: "Get the impact of publishing a definition",
    description:
      "Compares the definition with the published one. Returns what changes, and which element instances and formulas break. Nothing is saved.",
    params: element,
    bodyLimit,
    body: elementSchema,
    reply: elementImpactRecord,
    handle: async (ctx, { params: { keyOrId }, body }) => {
      const [changes, affected] = await Promise.all([readChanges(ctx, keyOrId, body), readImpact(ctx, keyOrId, body)]);
      return { changes, affected };
    },
  }),

  testElement: endpoint({
    ...shared,
    method: "POST",
    path: "/elements/{keyOrId}/test-requests",
    summary: "Test a request with an unpublished definition",
    description:
      "Sends the request to an instance of the element in the way of `/hubs`, by the definition that you send. It is a real request: it changes what it changes at the provider, and counts as your usage. No formula is triggered.",
    params: element,
    bodyLimit,
    body: testedRequest,
    reply: testedRequestRecord,
    handle: (ctx, { params, body }) => tryRequest(ctx, { elementId: params.keyOrId, ...body }),
  }),

  testElementDraft: endpoint({
    ...ofDraftTest,
    path: "/elements/drafts/{draftId}/test-requests",
    summary: "Test a request with a draft",
    description: `The same as for an element, with a test account. ${OF_DRAFT}`,
    body: testedRequest,
    reply: testedRequestRecord,
    handle: (ctx, { params, body }) => tryRequest(ctx, { elementId: null, ...params, ...body }),
  }),

  testElementPoll: endpoint({
    ...shared,
    method: "POST",
    path: "/elements/{keyOrId}/test-polls",
    summary: "Test a poll with an unpublished definition",
    description:
      "Requests the first page of a polled resource by the definition that you send, and returns for each row whether it would become an event, and why. Nothing is recorded.",
    params: element,
    bodyLimit,
    body: testedPoll,
    reply: polledPageRecord,
    handle: (ctx, { params, body }) => tryPoll(ctx, { elementId: params.keyOrId, ...body }),
  }),

  testElementDraftPoll: endpoint({
    ...ofDraftTest,
    path: "/elements/drafts/{draftId}/test-polls",
    summary: "Test a poll with a draft",
    description: `The same as for an element, with a test account. ${OF_DRAFT}`,
    body: testedPoll,
    reply: polledPageRecord,
    handle: (ctx, { params, body }) => tryPoll(ctx, { elementId: null, ...params, ...body }),
  }),

  testElementWebhook: endpoint({
    ...shared,
    method: "POST",
    path: "/elements/{keyOrId}/test-webhooks",
    summary: "Test a webhook with an unpublished definition",
    description:
      "Reads a request of the provider by the event hook of the definition that you send, and returns the events that it would become. Nothing is recorded or sent.",
    params: element,
    bodyLimit,
    body: testedWebhook,
    reply: testedWebhookRecord,
    handle: (ctx, { params, body }) => tryEvent(ctx, { elementId: params.keyOrId, ...body }),
  }),

  testElementDraftWebhook: endpoint({
    ...ofDraftTest,
    path: "/elements/drafts/{draftId}/test-webhooks",
    summary: "Test a webhook with a draft",
    description: `The same as for an element, with a test account. ${OF_DRAFT}`,
    body: testedWebhook,
    reply: testedWebhookRecord,
    handle: (ctx, { params, body }) => tryEvent(ctx, { elementId: null, ...params, ...body }),
  }),

  testElementHook: endpoint({
    ...shared,
    method: "POST",
    path: "/elements/{keyOrId}/test-hooks",
    summary: "Test a hook with an unpublished definition",
    description:
      "Runs one hook, and no other, in the request that you send, with the response that you send in place of the provider's. Returns what the hook received and changed, its log and its error. Nothing is sent to the provider, unless the hook does so itself.",
    params: element,
    bodyLimit,
    body: testedHook,
    reply: watchedHookRecord,
    handle: (ctx, { params, body }) => tryHook(ctx, { elementId: params.keyOrId, ...body }),
  }),

  testElementDraftHook: endpoint({
    ...ofDraftTest,
    path: "/elements/drafts/{draftId}/test-hooks",
    summary: "Test a hook with a draft",
    description: `The same as for an element, with a test account. ${OF_DRAFT}`,
    body: testedHook,
    reply: watchedHookRecord,
    handle: (ctx, { params, body }) => tryHook(ctx, { elementId: null, ...params, ...body }),
  }),

  testElementAuthorization: endpoint({
    ...ofAuthentication,
    path: "/elements/test-authorizations",
    summary: "Get the authorization URL of an unpublished definition",
    description:
      "Returns where access is granted, for `POST /elements/test-authentications`. Without a URL nobody has to grant access. The provider returns people to `/oauth/callback`.",
    body: testedAuthentication,
    reply: testedAuthorizationRecord,
    handle: (ctx, { body }) => beginTrialAuthorization(ctx, body),
  }),

  testElementAuthentication: endpoint({
    ...ofAuthentication,
    path: "/elements/test-authentications",
    summary: "Test the authentication of an unpublished definition",
    description:
      "Connects an account and disconnects it again, and returns each exchange with the provider. With `keepAs` the account stays connected, as a test account that only you can use and only for tests. If the provider refuses, `isConnected` is false.",
    body: testedAuthentication.extend(granted),
    reply: testedAuthenticationRecord,
    handle: (ctx, { body }) => tryAuthentication(ctx, body),
  }),

  listTestAccounts: endpoint({
    ...shared,
    method: "GET",
    path: "/elements/test-accounts",
    summary: "List your test accounts",
    description:
      "Returns at most 200 accounts, newest first: those of a draft or an element, by default all. Test accounts are private to their authors.",
    query: z.object({ elementId: id.optional(), draftId: id.optional() }),
    reply: z.array(testAccountRecord),
    handle: (ctx, { query: { elementId = null, draftId = null } }) => listTestAccounts(ctx, { elementId, draftId }),
  }),

  deleteTestAccount: endpoint({
    ...shared,
    method: "DELETE",
    path: "/elements/test-accounts/{testAccountId}",
    summary: "Disconnect and delete a test account",
    params: z.object({ testAccountId: id }),
    reply: nothing,
    handle: (ctx, { params }) => deleteTestAccount(ctx, params.testAccountId),
  }),

  proveElementDraft: endpoint({
    ...ofDraftTest,
    path: "/elements/drafts/{draftId}/proofs",
    summary: "Prove that a draft works",
    description: `The same as for an element, with a test account. The results are kept if the element is published. ${OF_DRAFT}`,
    body: provenDefinition,
    reply: elementProofsRecord,
    handle: (ctx, { params, body }) => prove(ctx, { elementId: null, ...params, ...body }),
  }),

  proveElement: endpoint({
    ...ofProofs,
    method: "POST",
    summary: "Prove that a definition works",
    description:
      "Sends real requests to an instance of the element by the definition that you send, and keeps the results with the definition. Only GET requests are sent. Where a provider would have to misbehave, such as by a 429, its first response is replaced.",
    bodyLimit,
    body: provenDefinition,
    reply: elementProofsRecord,
    handle: (ctx, { params, body }) => prove(ctx, { elementId: params.keyOrId, ...body }),
  }),

  readElementProofs: endpoint({
    ...ofProofs,
    method: "GET",
    summary: "Get the latest proofs of an element",
    description: "Returns null if the revision, by default the current one, was never proven.",
    query: z.object({ revision: id.optional() }),
    reply: elementProofsRecord.nullable(),
    handle: (ctx, { params, query }) => readProofs(ctx, { ...params, ...query }),
  }),

  listElementRevisions: endpoint({
    ...ofElement,
    method: "GET",
    summary: "List the revisions of an element",
    description: "Returns revisions newest first. A revision is recorded when the element is published or replaced.",
    paged: true,
    reply: z.array(lightElementRevisionRecord),
    async handle(ctx, { params, page: { size, after } }) {
      const before = after === undefined ? undefined : Number(after);
      const { revisions, total, next } = await listRevisions(ctx, { ...params, before, size });
      return { items: revisions, total, next: next === null ? undefined : String(next) };
    },
  }),

  publishElement: endpoint({
    ...ofElement,
    method: "POST",
    summary: "Publish the next revision of an element",
    description:
      "Send the revision that your changes are based on. If the element has another one by now, the response is 409. A draft that you name is deleted.",
    bodyLimit,
    body: z.object({
      element: elementSchema,
      basedOn: revision,
      message: publicationMessage.optional(),
      draftId: z.int32().min(1).optional(),
    }),
    reply: publishedElementRecord,
    handle: (ctx, { params, body }) => publishElement(ctx, params.keyOrId, body),
  }),

  readElementRevision: endpoint({
    ...shared,
    method: "GET",
    path: "/elements/{keyOrId}/revisions/{revision}",
    summary: "Get a revision of an element",
    params: oneRevision,
    reply: elementRevisionRecord,
    handle: (ctx, { params }) => readRevision(ctx, params.keyOrId, params.revision),
  }),

  restoreElementRevision: endpoint({
    ...shared,
    method: "POST",
    path: "/elements/{keyOrId}/revisions/{revision}/restore",
    summary: "Publish an earlier revision of an element again",
    params: oneRevision,
    body: z.object({ basedOn: revision.meta({ description: "The current revision." }) }),
    reply: publishedElementRecord,
    handle: (ctx, { params, body }) => restoreRevision(ctx, { ...params, ...body }),
  }),
};
