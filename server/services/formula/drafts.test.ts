import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actingAs, type Context } from "#server/context.ts";
import { formulaSchema } from "#server/formula/shape.ts";
import * as users from "#server/store/organization/users.ts";
import { anApp, type TestApp } from "#server/testing/app.ts";
import { aFormula } from "#server/testing/formulas.ts";
import { anOrganization, type Person } from "#server/testing/organizations.ts";
import { createFormula } from "./create-formula.ts";
import { deleteFormula } from "./delete-formula.ts";
import { discardDraft } from "./discard-draft.ts";
import { listDrafts } from "./list-drafts.ts";
import { listRevisions } from "./list-revisions.ts";
import { openDraft, openFormula } from "./open-formula.ts";
import { publishFormula } from "./publish-formula.ts";
import { readRevision } from "./read-revision.ts";
import { saveDraft } from "./save-draft.ts";

let app: TestApp;
let designer: Context;
let colleague: Context;
let viewer: Context;
beforeAll(async () => {
  app = await anApp();
  const { id: organizationId, ...acme } = await anOrganization(app);
  const as = async ({ id: userId }: Person): Promise<Context> => {
    const user = await users.find(app.db.prisma, { organizationId, userId });
    if (!user) throw new Error(`There is no user ${userId}.`);
    return { ...app, requestId: "test", ...actingAs(app, users.callerOf(user)) };
  };
  designer = await as(acme.designer);
  colleague = await as(acme.administrator);
  viewer = await as(acme.viewer);
});
afterAll(() => app.close());

const formulaOf = (body: Parameters<typeof aFormula>[0] = {}) => formulaSchema.parse(aFormula(body));
const aPublished = async (body: Parameters<typeof aFormula>[0] = {}) =>
  (await createFormula(designer, { formula: formulaOf(body) })).id;
const halfDone = { name: "Half done", steps: [{ name: "x", type: "script", properties: { body: "done(" } }] };
const first = (formulaId: number | null) => ({
  formulaId,
  basedOn: formulaId && 1,
  draft: null,
  formula: halfDone,
});

describe("a draft", () => {
  test("is kept half done, and the formula that runs stays as it is", async () => {
    const formulaId = await aPublished({ name: "Runs" });
    const kept = await saveDraft(designer, first(formulaId));
    expect(await openFormula(designer, formulaId)).toMatchObject({
      revision: 1,
      formula: { name: "Runs" },
      draft: { id: kept.id, version: 1, basedOn: 1, formula: halfDone },
    });
  });

  test("is its author's alone", async () => {
    const formulaId = await aPublished();
    const { id } = await saveDraft(designer, first(formulaId));
    expect((await openFormula(colleague, formulaId)).draft).toBeNull();
    await expect(openDraft(colleague, id)).rejects.toMatchObject({ kind: "notFound" });
    await discardDraft(colleague, { draftId: id });
    expect(await openDraft(designer, id)).toMatchObject({ id });
  });

  test("of a new formula is found again without one", async () => {
    const { id } = await saveDraft(designer, first(null));
    expect(await openDraft(designer, id)).toMatchObject({ formulaId: null, formula: halfDone });
    expect(await listDrafts(designer)).toContainEqual(
      expect.objectContaining({ id, formulaId: null, name: "Half done" }),
    );
    await discardDraft(designer, { draftId: id });
    await expect(openDraft(designer, id)).rejects.toMatchObject({ kind: "notFound" });
  });

  test("of one window is not written over by another", async () => {
    const formulaId = await aPublished();
    const draft = await saveDraft(designer, first(formulaId));
    await saveDraft(designer, { ...first(formulaId), draft, formula: { name: "The other window" } });
    for (const stale of [draft, null])
      await expect(saveDraft(designer, { ...first(formulaId), draft: stale })).rejects.toMatchObject({
        kind: "conflict",
      });
    expect((await openFormula(designer, formulaId)).draft).toMatchObject({
      version: 2,
      formula: { name: "The other window" },
    });
  });

  test("that another window has changed since is not deleted by the version before", async () => {
    const formulaId = await aPublished();
    const { id: draftId } = await saveDraft(designer, first(formulaId));
    const later = { name: "The other window" };
    await saveDraft(designer, { ...first(formulaId), draft: { id: draftId, version: 1 }, formula: later });
    const changed = { kind: "conflict", reason: "draftChanged" };
    await expect(discardDraft(designer, { draftId, draftVersion: 1 })).rejects.toMatchObject(changed);
    const publication = { formula: formulaOf({ description: "Older" }), basedOn: 1, draftId };
    await expect(publishFormula(designer, { ...publication, formulaId, draftVersion: 1 })).rejects.toMatchObject(
      changed,
    );
    expect(await openFormula(designer, formulaId)).toMatchObject({
      revision: 1,
      draft: { id: draftId, version: 2, formula: later },
    });
    await publishFormula(designer, { ...publication, formulaId, draftVersion: 2 });
    expect(await openFormula(designer, formulaId)).toMatchObject({ revision: 2, draft: null });
    await discardDraft(designer, { draftId, draftVersion: 2 });
  });

  test("of a new formula that another window has changed since is not deleted either", async () => {
    const { id: draftId } = await saveDraft(designer, first(null));
    await saveDraft(designer, { ...first(null), draft: { id: draftId, version: 1 }, formula: { name: "Later" } });
    const formula = formulaOf({ name: "Older window" });
    await expect(createFormula(designer, { formula, draftId, draftVersion: 1 })).rejects.toMatchObject({
      reason: "draftChanged",
    });
    expect(await openDraft(designer, draftId)).toMatchObject({ formula: { name: "Later" } });
    await createFormula(designer, { formula, draftId, draftVersion: 2 });
    await expect(openDraft(designer, draftId)).rejects.toMatchObject({ kind: "notFound" });
  });

  test("that another window has published or discarded is not published again", async () => {
    const { id: draftId } = await saveDraft(designer, first(null));
    const publication = { formula: formulaOf({ name: "Once" }), draftId, draftVersion: 1 };
    const outcomes = await Promise.allSettled([
      createFormula(designer, publication),
      createFormula(designer, publication),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(createFormula(designer, publication)).rejects.toMatchObject({ reason: "draftChanged" });
    const formulas = await app.db.prisma.formula.findMany({
      where: { organizationId: designer.caller.organizationId },
    });
    expect(formulas.filter(({ name }) => name === "Once")).toHaveLength(1);

    const formulaId = await aPublished();
    const { id } = await saveDraft(designer, first(formulaId));
    await discardDraft(designer, { draftId: id, draftVersion: 1 });
    const change = { formula: formulaOf(), formulaId, basedOn: 1, draftId: id, draftVersion: 1 };
    await expect(publishFormula(designer, change)).rejects.toMatchObject({ reason: "draftChanged" });
  });

  test("is refused for viewers, and for values that the database cannot store", async () => {
    await expect(saveDraft(viewer, first(null))).rejects.toMatchObject({ kind: "forbidden" });
    await expect(saveDraft(designer, { ...first(null), formula: { name: "\0" } })).rejects.toMatchObject({
      kind: "badRequest",
    });
  });

  test("goes with its formula", async () => {
    const formulaId = await aPublished();
    const { id } = await saveDraft(designer, first(formulaId));
    await deleteFormula(designer, formulaId);
    await expect(openDraft(designer, id)).rejects.toMatchObject({ kind: "notFound" });
  });
});

describe("publishing", () => {
  test("makes a revision with its message and is done with the draft", async () => {
    const formulaId = await aPublished();
    const { id: draftId } = await saveDraft(designer, first(formulaId));
    const formula = formulaOf({ description: "Better" });
    const message = "Says what it does";
    expect(await publishFormula(designer, { formulaId, formula, basedOn: 1, message, draftId })).toMatchObject({
      revision: 2,
    });
    expect((await openFormula(designer, formulaId)).draft).toBeNull();
    expect(await listRevisions(designer, { formulaId })).toMatchObject({
      current: 2,
      revisions: [
        { revision: 2, message, author: expect.any(String), createdDate: expect.any(String) },
        { revision: 1, message: null },
      ],
      next: null,
    });
  });

  test("is refused, with the draft left, when somebody published meanwhile", async () => {
    const formulaId = await aPublished();
    const { id: draftId } = await saveDraft(designer, first(formulaId));
    await publishFormula(colleague, { formulaId, formula: formulaOf(), basedOn: 1 });
    await expect(
      publishFormula(designer, { formulaId, formula: formulaOf(), basedOn: 1, draftId }),
    ).rejects.toMatchObject({
      kind: "conflict",
      reason: "publishedMeanwhile",
    });
    expect((await openFormula(designer, formulaId)).draft).toMatchObject({ id: draftId });
  });

  test("of a new formula is done with its draft as well", async () => {
    const { id: draftId } = await saveDraft(designer, first(null));
    const { id: formulaId } = await createFormula(designer, { formula: formulaOf(), message: "Begins", draftId });
    await expect(openDraft(designer, draftId)).rejects.toMatchObject({ kind: "notFound" });
    expect((await listRevisions(designer, { formulaId })).revisions).toMatchObject([
      { revision: 1, message: "Begins" },
    ]);
  });
});

describe("revisions", () => {
  test("are all kept and come in pages", async () => {
    const formulaId = await aPublished();
    for (let basedOn = 1; basedOn < 53; basedOn++) {
      await publishFormula(designer, { formulaId, formula: formulaOf({ description: `${basedOn + 1}` }), basedOn });
    }
    const { revisions, next } = await listRevisions(designer, { formulaId });
    const rest = await listRevisions(designer, { formulaId, before: next ?? 0 });
    expect([revisions.length, next, rest.revisions.map(({ revision }) => revision), rest.next]).toEqual([
      50,
      4,
      [3, 2, 1],
      null,
    ]);
  });

  test("an earlier one can be published again, as a new one", async () => {
    const formulaId = await aPublished({ description: "old" });
    await publishFormula(designer, { formulaId, formula: formulaOf({ description: "new" }), basedOn: 1 });
    const { formula } = await readRevision(designer, { formulaId, revision: 1 });
    const restored = await publishFormula(designer, { formulaId, formula, basedOn: 2 });
    expect(restored).toMatchObject({ revision: 3, formula: { description: "old" } });
    await expect(readRevision(designer, { formulaId, revision: 9 })).rejects.toMatchObject({ kind: "notFound" });
  });
});
