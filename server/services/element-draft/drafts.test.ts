import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actingAs, type Context } from "#server/context.ts";
import { type Element, elementSchema } from "#server/element/shape.ts";
import * as users from "#server/store/organization/users.ts";
import { anApp, type TestApp } from "#server/testing/app.ts";
import { anElement } from "#server/testing/elements.ts";
import { anOrganization, type Person } from "#server/testing/organizations.ts";
import { createElement, insertElement } from "../element/create-element.ts";
import { deleteElement } from "../element/delete-element.ts";
import { grantElementAccess } from "../element/element-access.ts";
import { installCatalog } from "../element/install-catalog.ts";
import { RESOURCES } from "../element/part-lists.ts";
import { addParts, replacePart } from "../element/parts.ts";
import { replaceElement } from "../element/replace-element.ts";
import { compareRevisions } from "./compare-revisions.ts";
import { discardDraft } from "./discard-draft.ts";
import { listDrafts } from "./list-drafts.ts";
import { listRevisions } from "./list-revisions.ts";
import { openDraft, openElement } from "./open-element.ts";
import { publishElement } from "./publish-element.ts";
import { readProblems } from "./read-problems.ts";
import { readRevision } from "./read-revision.ts";
import { readRevisionSteps } from "./read-revision-steps.ts";
import { restoreAsDraft } from "./restore-as-draft.ts";
import { restoreRevision } from "./restore-revision.ts";
import { saveDraft } from "./save-draft.ts";

let app: TestApp;
let [author, colleague, viewer, sibling] = [] as Context[] as [Context, Context, Context, Context];
beforeAll(async () => {
  app = await anApp();
  const { id: organizationId, ...acme } = await anOrganization(app);
  const as = async ({ id: userId }: Person): Promise<Context> => {
    const user = await users.find(app.db.prisma, { organizationId, userId });
    if (!user) throw new Error(`There is no user ${userId}.`);
    return { ...app, requestId: "test", ...actingAs(app, users.callerOf(user)) };
  };
  author = await as(acme.designer);
  colleague = await as(acme.administrator);
  viewer = await as(acme.viewer);
  sibling = await as(await acme.aColleague({ role: "administrator" }));
  await installCatalog(app, [anElement({ key: "from-catalog" })]);
});
afterAll(() => app.close());

const parsed = (fields: Record<string, unknown> = {}) => elementSchema.parse(anElement(fields));
const aPublished = async (fields: Record<string, unknown> = {}) => (await createElement(author, parsed(fields))).id;
/** The builder's publication: the opened element with some fields changed. */
const edited = async (elementId: number, fields: Record<string, unknown>): Promise<Element> => ({
  ...(await openElement(author, elementId)).element,
  ...fields,
});
const resource = { method: "GET", path: "/contacts", vendorPath: "/people" };
const halfDone = { name: "Half done", resources: [{ method: "GET" }], "x-later": { kept: [null, 1] } };
const first = (elementId: number | null) => ({ elementId, basedOn: elementId && 1, draft: null, element: halfDone });
const numbersOf = ({ revisions }: Awaited<ReturnType<typeof listRevisions>>) =>
  revisions.map(({ revision }) => revision);

describe("a draft", () => {
  test("is kept half done with fields that nobody knows, and the element that runs stays as it is", async () => {
    const elementId = await aPublished({ name: "Runs" });
    const kept = await saveDraft(author, first(elementId));
    expect(await openElement(author, elementId)).toMatchObject({
      revision: 1,
      mayChange: true,
      element: { name: "Runs" },
      draft: { id: kept.id, elementId, version: 1, basedOn: 1, element: halfDone },
    });
  });

  test("is its author's alone", async () => {
    const elementId = await aPublished();
    const { id } = await saveDraft(author, first(elementId));
    expect((await openElement(colleague, elementId)).draft).toBeNull();
    await expect(openDraft(colleague, id)).rejects.toMatchObject({ kind: "notFound" });
    await discardDraft(colleague, { draftId: id });
    expect(await openDraft(author, id)).toMatchObject({ id, elementId });
  });

  test("is listed with the key of its element; one of a new element has none", async () => {
    const elementId = await aPublished({ key: "listed" });
    const { id } = await saveDraft(author, first(elementId));
    const { id: newId } = await saveDraft(author, first(null));
    expect(await listDrafts(author)).toEqual(
      expect.arrayContaining([
        { id, elementId, elementKey: "listed", name: "Half done", savedDate: expect.any(String) },
        { id: newId, elementId: null, elementKey: null, name: "Half done", savedDate: expect.any(String) },
      ]),
    );
    expect(await listDrafts(colleague)).toEqual([]);
  });

  test("of one window is not written over by another", async () => {
    const elementId = await aPublished();
    const draft = await saveDraft(author, first(elementId));
    await saveDraft(author, { ...first(elementId), draft, element: { name: "The other window" } });
    for (const stale of [draft, null])
      await expect(saveDraft(author, { ...first(elementId), draft: stale })).rejects.toMatchObject({
        kind: "conflict",
      });
    expect((await openElement(author, elementId)).draft).toMatchObject({
      version: 2,
      element: { name: "The other window" },
    });
  });

  test("that another window has changed since is not deleted by the version before", async () => {
    const elementId = await aPublished();
    const { id: draftId } = await saveDraft(author, first(elementId));
    const later = { name: "The other window" };
    await saveDraft(author, { ...first(elementId), draft: { id: draftId, version: 1 }, element: later });
    const changed = { kind: "conflict", reason: "draftChanged" };
    await expect(discardDraft(author, { draftId, draftVersion: 1 })).rejects.toMatchObject(changed);
    const publication = { element: await edited(elementId, { description: "Older" }), basedOn: 1, draftId };
    await expect(publishElement(author, { ...publication, keyOrId: elementId, draftVersion: 1 })).rejects.toMatchObject(
      changed,
    );
    expect(await openElement(author, elementId)).toMatchObject({
      revision: 1,
      draft: { id: draftId, version: 2, element: later },
    });
    await publishElement(author, { ...publication, keyOrId: elementId, draftVersion: 2 });
    expect(await openElement(author, elementId)).toMatchObject({ revision: 2, draft: null });
    await discardDraft(author, { draftId, draftVersion: 2 });
  });

  test("of a new element that another window has changed since is not deleted either", async () => {
    const { id: draftId } = await saveDraft(author, first(null));
    await saveDraft(author, { ...first(null), draft: { id: draftId, version: 1 }, element: { name: "Later" } });
    const element = parsed({ key: "older-window" });
    await expect(insertElement(author, { element, draftId, draftVersion: 1 })).rejects.toMatchObject({
      reason: "draftChanged",
    });
    expect(await openDraft(author, draftId)).toMatchObject({ element: { name: "Later" } });
    await insertElement(author, { element, draftId, draftVersion: 2 });
    await expect(openDraft(author, draftId)).rejects.toMatchObject({ kind: "notFound" });
  });

  test("that another window has published or discarded is not published again", async () => {
    const { id: draftId } = await saveDraft(author, first(null));
    const publication = { draftId, draftVersion: 1 };
    const named = parsed({ key: "published-once" });
    await insertElement(author, { ...publication, element: named });
    const again = insertElement(author, { ...publication, element: named });
    await expect(again).rejects.toMatchObject({ reason: "draftChanged" });

    const elementId = await aPublished();
    const { id } = await saveDraft(author, first(elementId));
    await discardDraft(author, { draftId: id, draftVersion: 1 });
    const element = await edited(elementId, { description: "Better" });
    await expect(
      publishElement(author, { keyOrId: elementId, element, basedOn: 1, draftId: id, draftVersion: 1 }),
    ).rejects.toMatchObject({ reason: "draftChanged" });
  });

  test("is refused for viewers, of elements of others and of the catalog", async () => {
    await expect(saveDraft(viewer, first(null))).rejects.toMatchObject({ kind: "forbidden" });
    const elementId = await aPublished();
    await expect(saveDraft(sibling, first(elementId))).rejects.toMatchObject({ kind: "notFound" });
    await grantElementAccess(author, { keyOrId: String(elementId), accountId: sibling.caller.accountId });
    await expect(saveDraft(sibling, first(elementId))).rejects.toMatchObject({ kind: "forbidden" });
    const { elementId: catalogId, mayChange } = await openElement(author, "from-catalog");
    expect(mayChange).toBe(false);
    await expect(saveDraft(author, first(catalogId))).rejects.toMatchObject({ kind: "notFound" });
  });

  test("may spell U+0000 in a script, and not contain it", async () => {
    const hooks = [{ type: "preRequest", body: String.raw`done(/[\u0000-\u001f]/.test("\\u0000"))` }];
    const { id } = await saveDraft(author, { ...first(null), element: { hooks } });
    expect((await openDraft(author, id)).element).toEqual({ hooks });
    for (const element of [{ name: "\0" }, { "\0": 1 }, { name: "\\\0" }])
      await expect(saveDraft(author, { ...first(null), element })).rejects.toMatchObject({ kind: "badRequest" });
  });

  test("goes with its element", async () => {
    const elementId = await aPublished();
    const { id } = await saveDraft(author, first(elementId));
    await deleteElement(author, String(elementId));
    await expect(openDraft(author, id)).rejects.toMatchObject({ kind: "notFound" });
  });
});

describe("publishing", () => {
  test("makes a revision with its message and is done with the draft", async () => {
    const elementId = await aPublished();
    const { id: draftId } = await saveDraft(author, first(elementId));
    const element = await edited(elementId, { description: "Better", "x-ours": 1 });
    const message = "Says what it does";
    const published = await publishElement(author, { keyOrId: elementId, element, basedOn: 1, message, draftId });
    expect(published).toMatchObject({ revision: 2, element: { description: "Better", "x-ours": 1 } });
    expect(await openElement(author, elementId)).toEqual({ ...published, draft: null });
    expect(await listRevisions(author, { keyOrId: elementId })).toMatchObject({
      current: 2,
      revisions: [
        { revision: 2, message, author: expect.any(String), createdDate: expect.any(String) },
        { revision: 1, message: null, author: expect.any(String) },
      ],
      next: null,
    });
  });

  test("keeps the id of a part that was renamed", async () => {
    const elementId = await aPublished({ resources: [resource] });
    const { resources } = (await openElement(author, elementId)).element;
    const renamed = resources.map((one) => ({ ...one, path: "/hubs/crm/people" }));
    const published = await publishElement(author, {
      keyOrId: elementId,
      element: await edited(elementId, { resources: renamed }),
      basedOn: 1,
    });
    expect(published.element.resources).toMatchObject([{ id: resources[0]?.id, path: "/hubs/crm/people" }]);
  });

  test.each<[string, (elementId: number) => Promise<unknown>]>([
    [
      "somebody published",
      async (id) => publishElement(colleague, { keyOrId: id, element: await edited(id, {}), basedOn: 1 }),
    ],
    [
      "a resource was added through the API",
      (id) =>
        addParts(author, {
          list: RESOURCES,
          keyOrId: String(id),
          sent: [parsed({ resources: [resource] }).resources[0] as never],
        }),
    ],
  ])("is refused, with the draft left, when %s meanwhile", async (_, meanwhile) => {
    const elementId = await aPublished();
    const { id: draftId } = await saveDraft(author, first(elementId));
    await meanwhile(elementId);
    const element = await edited(elementId, {});
    await expect(publishElement(author, { keyOrId: elementId, element, basedOn: 1, draftId })).rejects.toMatchObject({
      kind: "conflict",
      reason: "publishedMeanwhile",
    });
    expect((await openElement(author, elementId)).draft).toMatchObject({ id: draftId });
  });

  test("makes no hook legacy again, whichever way it is saved; only an earlier revision is restored with it", async () => {
    const hook = { type: "preRequest", body: "return {}" };
    const listed = (isLegacy: boolean) => ({
      hooks: [{ ...hook, isLegacy }],
      resources: [{ ...resource, hooks: [{ ...hook, isLegacy }] }],
    });
    const elementId = await aPublished(listed(true));
    await publishElement(author, {
      keyOrId: elementId,
      element: await edited(elementId, parsed(listed(false))),
      basedOn: 1,
    });
    const again = await edited(elementId, parsed(listed(true)));
    await expect(publishElement(author, { keyOrId: elementId, element: again, basedOn: 2 })).rejects.toMatchObject({
      kind: "badRequest",
      message: expect.stringContaining("isLegacy: a hook that is not legacy cannot become so."),
    });
    await expect(replaceElement(author, { keyOrId: String(elementId), element: again })).rejects.toThrow(/isLegacy/);
    const [{ id: partId } = { id: 0 }] = (await openElement(author, elementId)).element.resources;
    const sent = again.resources[0] as Element["resources"][number];
    await expect(replacePart(author, { list: RESOURCES, keyOrId: String(elementId), partId, sent })).rejects.toThrow(
      /isLegacy/,
    );
    expect((await readProblems(author, { elementId, element: again })).map(({ path }) => path.join("."))).toEqual([
      "hooks.0.isLegacy",
      "resources.0.hooks.0.isLegacy",
    ]);
    expect(await restoreRevision(author, { keyOrId: elementId, revision: 1, basedOn: 2 })).toMatchObject({
      revision: 3,
      element: { hooks: [{ isLegacy: true }] },
    });
  });

  test("of a draft that was made from an earlier revision takes its legacy hooks, and no others", async () => {
    const hook = (isLegacy: boolean) => ({ type: "preRequest", body: "return {}", isLegacy });
    const listed = (legacy: boolean[]) => parsed({ resources: [{ ...resource, hooks: legacy.map(hook) }] });
    const elementId = await aPublished(listed([true, false]));
    await publishElement(author, {
      keyOrId: elementId,
      element: await edited(elementId, listed([false, false])),
      basedOn: 1,
    });
    const { id: draftId } = await restoreAsDraft(author, { keyOrId: elementId, revision: 1, basedOn: 2, draft: null });

    const element = elementSchema.parse((await openElement(author, elementId)).draft?.element);
    const others = structuredClone(element);
    for (const one of others.resources[0]?.hooks ?? []) one.isLegacy = true;
    expect((await readProblems(author, { elementId, element: others })).map(({ path }) => path.join("."))).toEqual([
      "resources.0.hooks.1.isLegacy",
    ]);
    await expect(publishElement(author, { keyOrId: elementId, element: others, basedOn: 2, draftId })).rejects.toThrow(
      /isLegacy/,
    );

    expect(await readProblems(author, { elementId, element })).toEqual([]);
    // Others know no draft from which they could be.
    expect(await readProblems(colleague, { elementId, element })).toHaveLength(1);
    const published = await publishElement(author, { keyOrId: elementId, element, basedOn: 2, draftId });
    expect(published.element.resources[0]?.hooks.map(({ isLegacy }) => isLegacy)).toEqual([true, false]);
  });

  test("of two at once makes one revision", async () => {
    const elementId = await aPublished();
    const element = await edited(elementId, {});
    const both = await Promise.allSettled(
      [author, colleague].map((ctx) => publishElement(ctx, { keyOrId: elementId, element, basedOn: 1 })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(numbersOf(await listRevisions(author, { keyOrId: elementId }))).toEqual([2, 1]);
  });

  test("of a new element is done with its draft as well", async () => {
    const { id: draftId } = await saveDraft(author, first(null));
    const { id: keyOrId } = await insertElement(author, { element: parsed(), message: "Begins", draftId });
    await expect(openDraft(author, draftId)).rejects.toMatchObject({ kind: "notFound" });
    expect((await listRevisions(author, { keyOrId })).revisions).toMatchObject([{ revision: 1, message: "Begins" }]);
  });

  test("an element that cannot be saved leaves everything as it is", async () => {
    const elementId = await aPublished();
    const { id: draftId } = await saveDraft(author, first(elementId));
    const element = await edited(elementId, {
      resources: [resource, resource].map((one) => ({ ...parsed({ resources: [one] }).resources[0] })),
    });
    await expect(publishElement(author, { keyOrId: elementId, element, basedOn: 1, draftId })).rejects.toMatchObject({
      kind: "conflict",
    });
    expect(await openElement(author, elementId)).toMatchObject({ revision: 1, draft: { id: draftId } });
    expect(numbersOf(await listRevisions(author, { keyOrId: elementId }))).toEqual([1]);
  });
});

describe("the secret of an element", () => {
  const SECRET = "client-secret-of-the-author";
  const configuration = [
    { key: "oauth.api.secret", name: "Secret", description: "s", type: "PASSWORD", defaultValue: SECRET },
  ];
  const withSecret = { authentication: { type: "oauth2" }, configuration };

  test("is opened and published by those who may change it, and survives", async () => {
    const elementId = await aPublished(withSecret);
    const { element } = await publishElement(colleague, {
      keyOrId: elementId,
      element: await edited(elementId, { description: "x" }),
      basedOn: 1,
    });
    expect(element.configuration).toContainEqual(
      expect.objectContaining({ key: "oauth.api.secret", defaultValue: SECRET }),
    );
  });

  test("is hidden where the element is only used, with its history and drafts", async () => {
    const elementId = await aPublished(withSecret);
    await saveDraft(author, { ...first(elementId), element: withSecret });
    await grantElementAccess(author, { keyOrId: String(elementId), accountId: sibling.caller.accountId });
    const opened = await openElement(sibling, elementId);
    expect(opened).toMatchObject({ mayChange: false, draft: null });
    expect(JSON.stringify(opened)).not.toContain(SECRET);
    await expect(listRevisions(sibling, { keyOrId: elementId })).rejects.toMatchObject({ kind: "forbidden" });
    await expect(readRevision(sibling, { keyOrId: elementId, revision: 1 })).rejects.toMatchObject({
      kind: "forbidden",
    });
  });
});

describe("revisions", () => {
  test("are recorded for each PUT, and before it what was changed part by part", async () => {
    const elementId = await aPublished({ description: "one" });
    await addParts(author, {
      list: RESOURCES,
      keyOrId: String(elementId),
      sent: [parsed({ resources: [resource] }).resources[0] as never],
    });
    await replaceElement(author, { keyOrId: String(elementId), element: parsed({ description: "three" }) });
    const list = await listRevisions(author, { keyOrId: elementId });
    expect([list.current, numbersOf(list), list.revisions[1]?.author]).toEqual([3, [3, 2, 1], null]);
    expect((await readRevision(author, { keyOrId: elementId, revision: 2 })).element).toMatchObject({
      description: "one",
      resources: [{ path: "/hubs/crm/contacts" }],
    });
  });

  test("are all kept and come in pages", async () => {
    const elementId = await aPublished();
    const { element } = await openElement(author, elementId);
    for (let basedOn = 1; basedOn < 53; basedOn++)
      await publishElement(author, { keyOrId: elementId, element, basedOn });
    const { revisions, next } = await listRevisions(author, { keyOrId: elementId });
    const rest = await listRevisions(author, { keyOrId: elementId, before: next ?? 0 });
    expect([revisions.length, next, numbersOf(rest), rest.next]).toEqual([50, 4, [3, 2, 1], null]);
  });

  test("any two are compared, and with the rules of semantic versions", async () => {
    const elementId = await aPublished({ resources: [resource] });
    const publish = async (basedOn: number, fields: Record<string, unknown>) =>
      publishElement(author, { keyOrId: elementId, element: await edited(elementId, fields), basedOn });
    const { resources } = (await openElement(author, elementId)).element;
    const [added] = parsed({ resources: [{ ...resource, path: "/notes" }] }).resources;
    await publish(1, { resources: [...(resources as never[]), added] });
    await publish(2, { description: "A text" });
    await publish(3, { resources: [] });
    const stepOf = async (from: number, to: number) =>
      (await compareRevisions(author, { keyOrId: elementId, from, to })).step;
    expect(await Promise.all([stepOf(1, 2), stepOf(2, 3), stepOf(3, 4), stepOf(4, 2), stepOf(3, 3)])).toEqual([
      ...["minor", "patch", "major", "minor", "none"],
    ]);
    expect(await compareRevisions(author, { keyOrId: elementId, from: 1, to: 4 })).toMatchObject({
      changes: [{ rule: "resourceRemoved", isBreaking: true, message: expect.stringContaining("GET /contacts") }],
    });
    expect(await readRevisionSteps(author, { keyOrId: elementId })).toEqual([
      { revision: 4, step: "major" },
      { revision: 3, step: "patch" },
      { revision: 2, step: "minor" },
    ]);
    expect(await readRevisionSteps(author, { keyOrId: elementId, before: 4 })).toHaveLength(2);
    await expect(readRevisionSteps(sibling, { keyOrId: elementId })).rejects.toMatchObject({ kind: "notFound" });
    await expect(stepOf(0, 1)).rejects.toMatchObject({ kind: "notFound" });
    await expect(compareRevisions(sibling, { keyOrId: elementId, from: 1, to: 2 })).rejects.toMatchObject({
      kind: "notFound",
    });
  });

  test("a restored one is published again as a new one, with the ids of its parts", async () => {
    const elementId = await aPublished({ description: "old", resources: [resource] });
    const before = (await openElement(author, elementId)).element;
    await publishElement(author, {
      keyOrId: elementId,
      element: await edited(elementId, { description: "new" }),
      basedOn: 1,
    });
    const restored = await restoreRevision(author, { keyOrId: elementId, revision: 1, basedOn: 2 });
    expect(restored).toMatchObject({ revision: 3, element: before });
    expect((await listRevisions(author, { keyOrId: elementId })).revisions[0]).toMatchObject({
      message: "Restored revision 1",
    });
    for (const [revision, basedOn, kind] of [
      [9, 3, "notFound"],
      [1, 2, "conflict"],
    ] as const)
      await expect(restoreRevision(author, { keyOrId: elementId, revision, basedOn })).rejects.toMatchObject({ kind });
  });

  test("an earlier one is restored as the own draft, and replaces only the draft that is named", async () => {
    const elementId = await aPublished({ description: "old" });
    await publishElement(author, {
      keyOrId: elementId,
      element: await edited(elementId, { description: "new" }),
      basedOn: 1,
    });
    const which = { keyOrId: elementId, revision: 1, basedOn: 2, draft: null };
    const { id, version } = await restoreAsDraft(author, which);
    expect(await openElement(author, elementId)).toMatchObject({
      revision: 2,
      element: { description: "new" },
      draft: { basedOn: 2, element: { description: "old" } },
    });
    expect((await openElement(colleague, elementId)).draft).toBeNull();
    const conflict = { kind: "conflict" };
    await expect(restoreAsDraft(author, which)).rejects.toMatchObject(conflict);
    await saveDraft(author, { elementId, basedOn: 2, draft: { id, version }, element: halfDone });
    await expect(restoreAsDraft(author, { ...which, draft: { id, version } })).rejects.toMatchObject(conflict);
    await restoreAsDraft(author, { ...which, draft: { id, version: version + 1 } });
    expect((await openElement(author, elementId)).draft).toMatchObject({ element: { description: "old" } });
    await expect(restoreAsDraft(colleague, { ...which, basedOn: 1 })).rejects.toMatchObject({
      ...conflict,
      message: "Revision 2 of this element was published meanwhile. Reload the page, then restore again.",
    });
    for (const stranger of [viewer, sibling]) await expect(restoreAsDraft(stranger, which)).rejects.toThrow();
  });

  test("of the catalog and of other accounts are not shown", async () => {
    const elementId = await aPublished();
    for (const keyOrId of [elementId, "from-catalog"])
      await expect(listRevisions(sibling, { keyOrId })).rejects.toMatchObject({ kind: "notFound" });
  });
});
