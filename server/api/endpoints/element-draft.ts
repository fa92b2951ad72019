import { z } from "zod";
import { elementSchema } from "#server/element/shape.ts";
import { changeDraft } from "#server/services/element-draft/change-draft.ts";
import { compareRevisions } from "#server/services/element-draft/compare-revisions.ts";
import { deleteDraft } from "#server/services/element-draft/discard-draft.ts";
import { listDrafts } from "#server/services/element-draft/list-drafts.ts";
import { listRevisions } from "#server/services/element-draft/list-revisions.ts";
import { openDraft } from "#server/services/element-draft/open-element.ts";
import { publishElement } from "#server/services/element-draft/publish-element.ts";
import { readChanges } from "#server/services/element-draft/read-changes.ts";
import { readChecklist } from "#server/services/element-draft/read-checklist.ts";
import { readImpact } from "#server/services/element-draft/read-impact.ts";
import { readProblems } from "#server/services/element-draft/read-problems.ts";
import { readRevision } from "#server/services/element-draft/read-revision.ts";
import { restoreAsDraft } from "#server/services/element-draft/restore-as-draft.ts";
import { restoreRevision } from "#server/services/element-draft/restore-revision.ts";
import { saveDraft } from "#server/services/element-draft/save-draft.ts";
import { endpoint } from "../endpoint.ts";
import { draftUpTo, publicationMessage } from "../records/draft.ts";
import {
  checklistFindingRecord,
  elementComparisonRecord,
  elementDraftRecord,
  elementImpactRecord,
  elementProblemRecord,
  elementRevisionRecord,
  lightElementDraftRecord,
  lightElementRevisionRecord,
  publishedElementRecord,
} from "../records/element-draft.ts";
import { id, keyOrId, nothing } from "../records/fields.ts";

const MEGABYTE = 1024 * 1024;
const LARGEST_DRAFT_MB = 8;
/** In bytes: a draft plus the other fields. */
export const bodyLimit = (LARGEST_DRAFT_MB + 1) * MEGABYTE;

const shared = { auth: "platform", tags: ["Elements"] } as const;
const ofDraft = { ...shared, path: "/elements/drafts/{draftId}", params: z.object({ draftId: id }) } as const;
const element = z.object({ keyOrId });
const ofElement = { ...shared, path: "/elements/{keyOrId}/revisions", params: element } as const;
const revision = z.int32().min(1);
/** The id of an element or a draft. */
const number = z.int32().min(1);
const oneRevision = element.extend({ revision: id });

export const draftedElement = draftUpTo(LARGEST_DRAFT_MB);

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
      elementId: number.nullable().default(null),
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
    description: "Send the `version` that you changed. If the draft has another version, the response is 409.",
    bodyLimit,
    body: z.object({ version: revision, basedOn: revision.nullable().optional(), element: draftedElement }),
    reply: elementDraftRecord,
    handle: (ctx, { params, body }) => changeDraft(ctx, { ...body, draftId: params.draftId }),
  }),

  deleteElementDraft: endpoint({
    ...ofDraft,
    method: "DELETE",
    forViewers: true,
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
      "Returns every reason why the definition cannot be published, and warnings, such as scripts with a syntax error. Send the `elementId` of the element that it changes. Nothing is saved.",
    bodyLimit,
    body: z.object({ elementId: number.nullable().default(null), element: draftedElement }),
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
      "Compares the definition with the published one. Returns the changes, and the element instances and formulas that break. Nothing is saved.",
    params: element,
    bodyLimit,
    body: elementSchema,
    reply: elementImpactRecord,
    handle: async (ctx, { params: { keyOrId }, body }) => {
      const [changes, affected] = await Promise.all([
        readChanges(ctx, { keyOrId, element: body }),
        readImpact(ctx, { keyOrId, element: body }),
      ]);
      return { changes, affected };
    },
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
      "Send the revision that your changes are based on. If the element has another revision, the response is 409. The draft that you name is deleted. Send its `draftVersion` as well: if the draft has another version, the response is 409.",
    bodyLimit,
    body: z.object({
      element: elementSchema,
      basedOn: revision,
      message: publicationMessage.optional(),
      draftId: z.int32().min(1).optional(),
      draftVersion: revision.optional(),
    }),
    reply: publishedElementRecord,
    handle: (ctx, { params, body }) => publishElement(ctx, { ...body, keyOrId: params.keyOrId }),
  }),

  readElementRevision: endpoint({
    ...shared,
    method: "GET",
    path: "/elements/{keyOrId}/revisions/{revision}",
    summary: "Get a revision of an element",
    params: oneRevision,
    reply: elementRevisionRecord,
    handle: (ctx, { params }) => readRevision(ctx, { keyOrId: params.keyOrId, revision: params.revision }),
  }),

  compareElementRevisions: endpoint({
    ...shared,
    method: "GET",
    path: "/elements/{keyOrId}/revisions/{revision}/comparison",
    summary: "Compare a revision of an element with another one",
    description:
      "Returns the changes for users of the element, the breaking ones, and the number of a semantic version that they would raise.",
    params: oneRevision,
    query: z.object({ with: id.meta({ description: "The other revision, usually an earlier one." }) }),
    reply: elementComparisonRecord,
    handle: (ctx, { params: { keyOrId, revision: to }, query }) =>
      compareRevisions(ctx, { keyOrId, from: query.with, to }),
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

  restoreElementRevisionAsDraft: endpoint({
    ...shared,
    method: "POST",
    path: "/elements/{keyOrId}/revisions/{revision}/draft",
    summary: "Make an earlier revision of an element your draft",
    description: "Nothing is published. To replace the draft that you have, send it with its version as `draft`.",
    params: oneRevision,
    body: z.object({
      basedOn: revision.meta({ description: "The current revision." }),
      draft: z.object({ id: number, version: revision }).nullable().default(null),
    }),
    reply: elementDraftRecord,
    handle: async (ctx, { params, body }) => openDraft(ctx, (await restoreAsDraft(ctx, { ...params, ...body })).id),
  }),
};
