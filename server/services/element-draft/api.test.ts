import { afterAll, beforeAll, expect, test } from "vitest";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anElement } from "#server/testing/elements.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";

let api: TestApi;
let acme: TestOrganization;
beforeAll(async () => {
  api = await anApi();
  acme = await anOrganization(api.app);
});
afterAll(() => api.close());

const send = (method: string, path: string, body?: unknown) => api.fetch(path, { as: acme.designer, method, body });

test("a draft is created, changed once per version, published and gone", async () => {
  const { body: element } = await send("POST", "/elements", anElement({ key: "drafted" }));
  const { body: draft } = await send("POST", "/elements/drafts", { elementId: element.id, basedOn: 1, element: {} });
  expect(draft).toMatchObject({ elementId: element.id, version: 1, basedOn: 1, element: {} });
  const path = `/elements/drafts/${draft.id}`;
  const change = { version: 1, element: { name: "Changed", "x-own": [1] } };
  const { body: changed } = await send("PUT", path, change);
  expect(changed).toMatchObject({ id: draft.id, version: 2, basedOn: 1, element: change.element });
  expect((await send("PUT", path, change)).status).toBe(409);
  expect((await send("POST", "/elements/drafts", { elementId: element.id, element: {} })).status).toBe(409);
  expect((await send("GET", path)).body).toEqual(changed);
  expect((await send("GET", "/elements/drafts")).body).toMatchObject([
    { id: draft.id, elementKey: "drafted", name: "Changed" },
  ]);
  const publication = { element: anElement({ key: "drafted", name: "Published" }), basedOn: 1, draftId: draft.id };
  expect((await send("POST", "/elements/drafted/revisions", { ...publication, draftVersion: 1 })).status).toBe(409);
  expect((await send("GET", path)).body).toEqual(changed);
  expect((await send("POST", "/elements/drafted/revisions", { ...publication, draftVersion: 2 })).body).toMatchObject({
    revision: 2,
  });
  expect((await send("GET", "/elements/drafted")).body.name).toBe("Published");
  expect((await send("GET", path)).status).toBe(404);
  expect((await send("DELETE", path)).status).toBe(404);
  expect((await send("POST", "/elements/drafted/revisions", publication)).status).toBe(409);
});

test("revisions come in pages, and an earlier one is restored", async () => {
  await send("POST", "/elements", anElement({ key: "history", description: "one" }));
  for (const description of ["two", "three"])
    await send("PUT", "/elements/history", anElement({ key: "history", description }));
  const first = await send("GET", "/elements/history/revisions?pageSize=2");
  expect([
    first.body.map(({ revision }: { revision: number }) => revision),
    first.headers.get("elements-total-count"),
  ]).toEqual([[3, 2], "3"]);
  const rest = await send(
    "GET",
    `/elements/history/revisions?pageSize=2&nextPage=${first.headers.get("elements-next-page-token")}`,
  );
  expect(rest.body).toMatchObject([{ revision: 1, author: expect.any(String) }]);
  expect((await send("GET", "/elements/history/revisions/1")).body.element.description).toBe("one");
  const { body } = await send("POST", "/elements/history/revisions/1/restore", { basedOn: 3 });
  expect(body).toMatchObject({ revision: 4, element: { description: "one" } });
});

test("an earlier revision becomes a draft, which replaces the last one only by its version", async () => {
  await send("POST", "/elements", anElement({ key: "again", description: "one" }));
  await send("PUT", "/elements/again", anElement({ key: "again", description: "two" }));
  const restore = (body: object) => send("POST", "/elements/again/revisions/1/draft", body);
  const { body } = await restore({ basedOn: 2 });
  expect(body).toMatchObject({ basedOn: 2, version: 1, element: { description: "one" } });
  expect((await restore({ basedOn: 2 })).status).toBe(409);
  expect((await restore({ basedOn: 1, draft: { id: body.id, version: 1 } })).status).toBe(409);
  expect((await restore({ basedOn: 2, draft: { id: body.id, version: 1 } })).body.version).toBe(2);
  expect((await send("GET", "/elements/again")).body.description).toBe("two");
});

test("a draft of 8 MB is kept, a larger one refused", async () => {
  const ofMegabytes = (megabytes: number) => ({ element: { x: "a".repeat(megabytes * 1024 * 1024) } });
  expect((await send("POST", "/elements/drafts", ofMegabytes(7.99))).status).toBe(200);
  const refused = await send("POST", "/elements/drafts", ofMegabytes(8.01));
  expect([refused.status, refused.body.message]).toEqual([400, "element: must not be larger than 8 MB"]);
});

test("drafts is no key of an element", async () => {
  expect((await send("POST", "/elements", anElement({ key: "Drafts" }))).status).toBe(400);
});
