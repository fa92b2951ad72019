import { z } from "zod";
import { VERSION_STEPS } from "#server/element/changes/element-changes.ts";
import { EVENT_TYPES } from "#server/event/shape.ts";

const id = z.number().int();
const definition = z.looseObject({});

const facts = {
  id,
  elementId: id.nullable().meta({ description: "Null for the draft of a new element." }),
  savedDate: z.iso.datetime(),
};

export const elementDraftRecord = z
  .object({
    ...facts,
    version: id.meta({ description: "The number of changes. Send it with the next change." }),
    basedOn: id.nullable().meta({ description: "The revision of the element that the draft is based on." }),
    element: definition,
  })
  .meta({ id: "ElementDraft" });

export const lightElementDraftRecord = z
  .object({ ...facts, elementKey: z.string().nullable(), name: z.string() })
  .meta({ id: "ElementDraftSummary" });

export const publishedElementRecord = z
  .object({
    elementId: id,
    key: z.string(),
    revision: id,
    mayChange: z.boolean().meta({ description: "Whether you may publish the next revision." }),
    element: definition,
  })
  .meta({ id: "PublishedElement" });

export const elementRevisionRecord = z
  .object({ elementId: id, key: z.string(), revision: id, element: definition })
  .meta({ id: "ElementRevision" });

const path = z.array(z.union([z.string(), id])).meta({ description: "The position in the definition." });

export const elementProblemRecord = z
  .object({
    severity: z.enum(["error", "warning"]).meta({
      description: "An `error` prevents publishing. With a `warning` it is possible, but requests would fail.",
    }),
    path,
    message: z.string(),
  })
  .meta({ id: "ElementProblem" });

const changes = z.array(
  z.object({
    rule: z.string().meta({ description: "The kind of change, such as `resourceRemoved`." }),
    isBreaking: z.boolean(),
    path,
    message: z.string(),
  }),
);

export const elementComparisonRecord = z
  .object({
    from: z.number(),
    to: z.number(),
    step: z.enum(VERSION_STEPS).meta({
      description:
        "The number of a semantic version that the changes would raise: `major` if something breaks, `minor` if something is added, `patch` otherwise, `none` without differences.",
    }),
    changes,
  })
  .meta({ id: "ElementComparison" });

export const elementImpactRecord = z
  .object({
    changes,
    affected: z
      .array(
        z.object({
          kind: z.enum(["instance", "formula"]),
          id: id.nullable(),
          name: z.string().nullable(),
          message: z.string(),
        }),
      )
      .meta({ description: "The affected objects. Objects that you may not see are listed without id and name." }),
  })
  .meta({ id: "ElementImpact" });

const anything = z.unknown();
const headers = z.record(z.string(), z.string());
const milliseconds = z.number().int();

export const watchedHookRecord = z
  .object({
    type: z.string(),
    level: z.enum(["element", "resource"]),
    before: z.record(z.string(), anything).meta({ description: "The variables that the hook received." }),
    after: z.record(z.string(), anything).meta({ description: "The variables after it called `done`." }),
    log: z.array(z.string()),
    milliseconds,
    error: z.string().nullable(),
  })
  .meta({ id: "WatchedHook", description: "A hook that ran. Secrets are masked." });

const watchedExchange = z.object({
  resource: z.string().meta({ description: "The resource, such as `GET:/contacts`." }),
  request: z.object({ method: z.string(), url: z.string(), headers, body: anything }).nullable(),
  response: z.object({ status: z.number().int(), headers, body: anything }).nullable(),
  error: z.string().nullable().meta({ description: "Why there is no response." }),
  hooks: z.array(watchedHookRecord),
  milliseconds,
});

export const testedRequestRecord = z
  .object({
    status: z.number().int(),
    headers,
    body: anything,
    milliseconds,
    pages: z.number().int().meta({ description: "The number of pages of a list that were read from the provider." }),
    exchanges: z.array(watchedExchange),
  })
  .meta({ id: "TestedRequest", description: "The response, and each exchange with the provider. Secrets are masked." });

export const testAccountRecord = z
  .object({
    id,
    elementId: id.nullable(),
    draftId: id.nullable().meta({ description: "The draft of a new element; null once it is published." }),
    name: z.string(),
    valid: z.boolean().meta({ description: "False after its authorization was revoked." }),
    createdDate: z.iso.datetime(),
    lastUsedDate: z.iso.datetime().nullable(),
  })
  .meta({ id: "TestAccount", description: "An account that you connected to test a draft. Only you can use it." });

export const testedAuthorizationRecord = z
  .object({
    oauthUrl: z.string().nullable().meta({ description: "Null if no person has to grant access." }),
    state: z.string(),
    secret: z.string().optional().meta({ description: "For OAuth 1: send it as `providerData.secret`." }),
  })
  .meta({ id: "TestedAuthorization" });

export const testedAuthenticationRecord = z
  .object({
    isConnected: z.boolean(),
    message: z.string().optional(),
    providerMessage: z.string().optional(),
    brought: z.record(z.string(), z.string()).meta({ description: "The values that authentication obtained." }),
    exchanges: z.array(
      z.object({
        name: z.string(),
        request: z.record(z.string(), anything),
        response: z.record(z.string(), anything),
      }),
    ),
    testAccount: testAccountRecord.nullable(),
  })
  .meta({ id: "TestedAuthentication", description: "Each exchange with the provider. Secrets are masked." });

export const checklistFindingRecord = z
  .object({
    rule: z.string(),
    title: z.string().meta({ description: "The convention." }),
    path,
    message: z.string(),
    fix: z
      .array(z.object({ path, value: z.unknown() }))
      .optional()
      .meta({ description: "Values to set in the definition, each by its path, if the fix is certain." }),
  })
  .meta({ id: "ElementChecklistFinding" });

export const elementProofsRecord = z
  .object({
    elementInstanceId: id,
    createdDate: z.iso.datetime(),
    results: z.array(
      z.object({
        proof: z.string(),
        title: z.string(),
        resource: z.string().meta({ description: "The resource, such as `GET:/contacts`." }),
        outcome: z.enum(["passed", "failed", "skipped"]),
        detail: z.string(),
        milliseconds,
      }),
    ),
  })
  .meta({ id: "ElementProofs" });

export const testedWebhookRecord = z
  .object({
    events: z
      .array(
        z.looseObject({
          eventType: z.enum(EVENT_TYPES),
          objectId: z.string(),
          objectType: z.string(),
          date: z.string(),
        }),
      )
      .nullable()
      .meta({ description: "Null if the hook only responds to the provider." }),
    reply: z
      .object({ code: z.number().int(), body: z.unknown(), contentType: z.string().optional() })
      .optional()
      .meta({ description: "The hook's response to the provider, such as for a challenge." }),
  })
  .meta({ id: "TestedWebhook" });

export const webhookCaptureRecord = z
  .object({
    id,
    expiresDate: z.iso.datetime().meta({
      description: "The time until which the address waits, and after a request until which the request is stored.",
    }),
    request: z
      .object({
        receivedDate: z.iso.datetime(),
        method: z.enum(["GET", "POST"]),
        headers: z.record(z.string(), z.string()).meta({ description: "With names in lower case, without cookies." }),
        query: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
        body: z.string().meta({ description: "The text as it was sent." }),
      })
      .nullable()
      .meta({ description: "Null until a request arrives." }),
  })
  .meta({ id: "WebhookCapture" });

export const openedWebhookCaptureRecord = webhookCaptureRecord
  .extend({
    url: z.string().meta({ description: "The address for one request of the provider. It is not shown again." }),
  })
  .meta({ id: "OpenedWebhookCapture" });

export const lightElementRevisionRecord = z
  .object({
    revision: id,
    message: z.string().nullable(),
    author: z.string().nullable(),
    createdDate: z.iso.datetime(),
  })
  .meta({ id: "ElementRevisionSummary" });
