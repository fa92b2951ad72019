/** The functions of the element builder: by the procedures that it calls, and the endpoints of the API that do the same. */
type Ability = {
  does: string;
  procedures: readonly string[];
  endpoints: readonly string[];
  /** Why there is no endpoint. */
  reason?: string;
};

export const BUILDER_PAGE = "docs/element-builder-api.md";

export const BUILDER_API: readonly Ability[] = [
  {
    does: "Search the catalog",
    procedures: ["elements.list", "elements.hubs"],
    endpoints: ["GET /elements", "GET /hubs"],
  },
  {
    does: "Read an element: resources, objects, operations, documentation",
    procedures: [
      "elements.read",
      "elements.resources",
      "elements.objects",
      "elements.operations",
      "elements.operation",
    ],
    endpoints: [
      "GET /elements/{keyOrId}",
      "GET /elements/{keyOrId}/resources",
      "GET /elements/{keyOrId}/objects",
      "GET /elements/{keyOrId}/docs",
    ],
  },
  {
    does: "Share an element",
    procedures: ["elements.accounts", "elements.share"],
    endpoints: ["GET /elements/{keyOrId}/accounts", "PUT /elements/{keyOrId}/accounts/{accountId}"],
  },
  { does: "Export an element", procedures: ["elements.export"], endpoints: ["GET /elements/{keyOrId}/export"] },
  {
    does: "Create an element, or publish the draft of one",
    procedures: ["elements.create", "builder.create"],
    endpoints: ["POST /elements"],
  },
  { does: "Clone an element", procedures: ["elements.clone"], endpoints: ["POST /elements/{keyOrId}/clone"] },
  {
    does: "Activate and deactivate an element",
    procedures: ["elements.switch"],
    endpoints: ["PUT /elements/{keyOrId}/active", "DELETE /elements/{keyOrId}/active"],
  },
  { does: "Delete an element", procedures: ["elements.remove"], endpoints: ["DELETE /elements/{keyOrId}"] },
  {
    does: "Open an element with your draft of it",
    procedures: ["builder.open", "builder.openDraft", "builder.drafts"],
    endpoints: ["GET /elements/{keyOrId}", "GET /elements/drafts", "GET /elements/drafts/{draftId}"],
  },
  {
    does: "Save a draft",
    procedures: ["builder.keep"],
    endpoints: ["POST /elements/drafts", "PUT /elements/drafts/{draftId}"],
  },
  { does: "Discard a draft", procedures: ["builder.discard"], endpoints: ["DELETE /elements/drafts/{draftId}"] },
  { does: "Publish", procedures: ["builder.publish"], endpoints: ["POST /elements/{keyOrId}/revisions"] },
  {
    does: "List the problems of a definition",
    procedures: ["builder.problems"],
    endpoints: ["POST /elements/problems"],
  },
  {
    does: "List what a publication changes and breaks, and who is affected",
    procedures: ["builder.changes", "builder.impact"],
    endpoints: ["POST /elements/{keyOrId}/impact"],
  },
  { does: "Check conventions", procedures: ["builder.checklist"], endpoints: ["POST /elements/checklist"] },
  {
    does: "Test a request",
    procedures: ["builder.tryRequest"],
    endpoints: ["POST /elements/{keyOrId}/test-requests", "POST /elements/drafts/{draftId}/test-requests"],
  },
  {
    does: "Test a poll",
    procedures: ["builder.tryPoll"],
    endpoints: ["POST /elements/{keyOrId}/test-polls", "POST /elements/drafts/{draftId}/test-polls"],
  },
  {
    does: "Test a webhook",
    procedures: ["builder.tryEvent"],
    endpoints: ["POST /elements/{keyOrId}/test-webhooks", "POST /elements/drafts/{draftId}/test-webhooks"],
  },
  {
    does: "Capture a webhook",
    procedures: ["builder.openCapture", "builder.capture", "builder.closeCapture"],
    endpoints: [
      "POST /elements/{keyOrId}/webhook-captures",
      "POST /elements/drafts/{draftId}/webhook-captures",
      "GET /elements/webhook-captures/{webhookCaptureId}",
      "DELETE /elements/webhook-captures/{webhookCaptureId}",
    ],
  },
  {
    does: "Test a hook",
    procedures: ["builder.tryHook"],
    endpoints: ["POST /elements/{keyOrId}/test-hooks", "POST /elements/drafts/{draftId}/test-hooks"],
  },
  {
    does: "Prove operations",
    procedures: ["builder.prove", "builder.proofs"],
    endpoints: [
      "POST /elements/{keyOrId}/proofs",
      "POST /elements/drafts/{draftId}/proofs",
      "GET /elements/{keyOrId}/proofs",
    ],
  },
  {
    does: "Authenticate now, and keep a test account",
    procedures: [
      "builder.beginAuthentication",
      "builder.authenticate",
      "builder.testAccounts",
      "builder.removeTestAccount",
    ],
    endpoints: [
      "POST /elements/test-authorizations",
      "POST /elements/test-authentications",
      "GET /elements/test-accounts",
      "DELETE /elements/test-accounts/{testAccountId}",
    ],
  },
  {
    does: "Show the callback URL to enter at the provider",
    procedures: ["builder.callbackUrl"],
    endpoints: [],
    reason:
      "It is the page of the Workbench that completes the consent. Applications send their own as `oauth.callback.url`.",
  },
  {
    does: "Read and compare revisions",
    procedures: ["builder.revisions", "builder.revisionSteps", "builder.revision", "builder.compare"],
    endpoints: [
      "GET /elements/{keyOrId}/revisions",
      "GET /elements/{keyOrId}/revisions/{revision}",
      "GET /elements/{keyOrId}/revisions/{revision}/comparison",
    ],
  },
  {
    does: "Restore a revision as a draft",
    procedures: ["builder.restore"],
    endpoints: ["POST /elements/{keyOrId}/revisions/{revision}/draft"],
  },
  {
    does: "Import a description",
    procedures: [],
    endpoints: ["POST /elements/import-previews", "POST /elements/imports", "POST /elements/{keyOrId}/imports"],
  },
  { does: "Create a model from samples", procedures: [], endpoints: ["POST /models/{objectName}/schema"] },
  {
    does: "Undo, copy parameters, edit as JSON, merge with revisions of others",
    procedures: [],
    endpoints: [],
    reason: "These change the draft in the browser before it is saved.",
  },
];

/** The page as it has to be committed. */
export const builderPage = (): string =>
  [
    "# The element builder in the API",
    "",
    "This page lists the functions of the [element builder](element-builder.md) and the endpoints that do the same with the same code. The",
    "table is [builder-api.ts](../server/specification/builder-api.ts), which a test compares with the requests of the screens;",
    "`npm run coverage:api` generates this page. The [API reference](/docs/api-reference) has the parameters and responses.",
    "",
    "| In the builder | In the API |",
    "|---|---|",
    ...BUILDER_API.map(
      ({ does, endpoints, reason }) =>
        `| ${does} | ${reason ?? endpoints.map((endpoint) => `\`${endpoint}\``).join("<br>")} |`,
    ),
    "",
  ].join("\n");
