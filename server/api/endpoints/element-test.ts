import { z } from "zod";
import type { Context } from "#server/context.ts";
import { PROOF_NAMES } from "#server/element/proofs/registry.ts";
import { elementSchema, METHODS } from "#server/element/shape.ts";
import type { Drafted } from "#server/services/element-draft/drafted-element.ts";
import { listTestAccounts } from "#server/services/element-draft/list-test-accounts.ts";
import { prove } from "#server/services/element-draft/prove.ts";
import { readProofs } from "#server/services/element-draft/read-proofs.ts";
import { beginTrialAuthorization, tryAuthentication } from "#server/services/element-draft/try-authentication.ts";
import { tryEvent } from "#server/services/element-draft/try-event.ts";
import { tryHook } from "#server/services/element-draft/try-hook.ts";
import { tryPoll } from "#server/services/element-draft/try-poll.ts";
import { tryRequest } from "#server/services/element-draft/try-request.ts";
import { deleteTestAccount } from "#server/services/test-account/delete-test-account.ts";
import { endpoint } from "../endpoint.ts";
import { eventCallOf } from "../event-body.ts";
import {
  elementProofsRecord,
  testAccountRecord,
  testedAuthenticationRecord,
  testedAuthorizationRecord,
  testedRequestRecord,
  testedWebhookRecord,
  watchedHookRecord,
} from "../records/element-draft.ts";
import { id, keyOrId, moment, nothing } from "../records/fields.ts";
import { polledPageRecord } from "../records/polled-page.ts";
import { bodyLimit } from "./element-draft.ts";

const shared = { auth: "platform", tags: ["Elements"] } as const;
const element = z.object({ keyOrId });
const elementId = z.int32().min(1);
const ofAuthentication = { ...shared, method: "POST", bodyLimit } as const;

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
  form: z
    .record(
      z.string().max(1000),
      z.union([
        z.string(),
        z.object({ fileName: z.string().max(1000), contentType: z.string().max(200), content: z.base64() }),
      ]),
    )
    .optional()
    .meta({
      description:
        "Fields of a form, in place of `body`. A file has a name, a content type and its content in Base64; the form is sent as multipart then.",
    }),
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
  query: z.record(z.string(), z.union([z.string().max(10_000), z.array(z.string().max(10_000))])).default({}),
  body: z.unknown().optional().meta({
    description: "What the provider sent: JSON, or text. Text is read by the header Content-Type if there is one.",
  }),
});

/** Tests a webhook as `testedWebhook` describes it. */
export const runWebhook = (
  ctx: Context,
  { method, headers, query, body, ...tried }: Drafted & z.output<typeof testedWebhook>,
) => tryEvent(ctx, { ...tried, webhook: eventCallOf({ method, headers, query, body }) });

const { method, path, query, headers, body, form } = testedRequest.shape;

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
  request: z.object({ method, path, query, headers, body, form }),
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

type Test<Body extends z.ZodObject<{ element: typeof elementSchema }>, Reply extends z.ZodType> = {
  path: `test-${string}` | "proofs";
  /** The action, without its object. */
  summary: string;
  description: string;
  body: Body;
  reply: Reply;
  run: (ctx: Context, input: Drafted & z.output<Body>) => Promise<z.input<Reply>>;
};

/** A test with an unpublished definition of an element. */
const withElement = <Body extends z.ZodObject<{ element: typeof elementSchema }>, Reply extends z.ZodType>({
  path,
  summary,
  run,
  ...more
}: Test<Body, Reply>) =>
  endpoint({
    ...shared,
    ...more,
    method: "POST",
    path: `/elements/{keyOrId}/${path}`,
    summary: `${summary} with an unpublished definition`,
    params: element,
    bodyLimit,
    handle: (ctx, { params, body }) => run(ctx, { elementId: params.keyOrId, ...body }),
  });

/** The same test with a draft of the caller, which may be that of a new element. */
const withDraft = <Body extends z.ZodObject<{ element: typeof elementSchema }>, Reply extends z.ZodType>({
  path,
  summary,
  run,
  ...more
}: Test<Body, Reply>) =>
  endpoint({
    ...shared,
    ...more,
    method: "POST",
    path: `/elements/drafts/{draftId}/${path}`,
    summary: `${summary} with a draft`,
    description:
      "The same as for an element, with a test account. Send the definition as it is to be tested: it need not be the saved one.",
    params: z.object({ draftId: id }),
    bodyLimit,
    handle: (ctx, { params, body }) => run(ctx, { elementId: null, ...params, ...body }),
  });

const request = {
  path: "test-requests",
  summary: "Test a request",
  description:
    "Sends the request with an instance of the element or a test account, in the way of `/hubs`, by the definition that you send. It is a real request: it changes what it changes at the provider, and counts as your usage. No formula is triggered.",
  body: testedRequest,
  reply: testedRequestRecord,
  run: tryRequest,
} satisfies Test<typeof testedRequest, typeof testedRequestRecord>;

const poll = {
  path: "test-polls",
  summary: "Test a poll",
  description:
    "Requests the first page of a polled resource by the definition that you send, and returns for each row whether it would become an event, and why. Nothing is recorded.",
  body: testedPoll,
  reply: polledPageRecord,
  run: tryPoll,
} satisfies Test<typeof testedPoll, typeof polledPageRecord>;

const webhook = {
  path: "test-webhooks",
  summary: "Test a webhook",
  description:
    "Reads a request of the provider by the event hook of the definition that you send, and returns the events that it would become. Nothing is recorded or sent.",
  body: testedWebhook,
  reply: testedWebhookRecord,
  run: runWebhook,
} satisfies Test<typeof testedWebhook, typeof testedWebhookRecord>;

const hook = {
  path: "test-hooks",
  summary: "Test a hook",
  description:
    "Runs one hook, and no other, in the request that you send, with the response that you send in place of the provider's. Returns what the hook received and changed, its log and its error. Nothing is sent to the provider, unless the hook does so itself.",
  body: testedHook,
  reply: watchedHookRecord,
  run: tryHook,
} satisfies Test<typeof testedHook, typeof watchedHookRecord>;

const proof = {
  path: "proofs",
  summary: "Prove that operations work",
  description:
    "Sends real requests with an instance of the element or a test account, by the definition that you send. The results are kept with the definition once the element is published. Only GET requests are sent. Where a provider would have to misbehave, such as by a 429, its first response is replaced.",
  body: provenDefinition,
  reply: elementProofsRecord,
  run: prove,
} satisfies Test<typeof provenDefinition, typeof elementProofsRecord>;

/** Tests of definitions before they are published, their accounts, and the results. */
export const elementTestEndpoints = {
  testElement: withElement(request),
  testElementDraft: withDraft(request),
  testElementPoll: withElement(poll),
  testElementDraftPoll: withDraft(poll),
  testElementWebhook: withElement(webhook),
  testElementDraftWebhook: withDraft(webhook),
  testElementHook: withElement(hook),
  testElementDraftHook: withDraft(hook),

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

  proveElementDraft: withDraft(proof),
  proveElement: withElement(proof),

  readElementProofs: endpoint({
    ...shared,
    method: "GET",
    path: "/elements/{keyOrId}/proofs",
    summary: "Get the latest proofs of an element",
    description: "Returns null if the revision, by default the current one, was never proven.",
    query: z.object({ revision: id.optional() }),
    params: element,
    reply: elementProofsRecord.nullable(),
    handle: (ctx, { params, query }) => readProofs(ctx, { ...params, ...query }),
  }),
};
