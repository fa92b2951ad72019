import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Asker, anApi, type TestApi } from "#server/testing/api.ts";
import { anElement, insertElement } from "#server/testing/elements.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";

let api: TestApi;
let acme: TestOrganization;
beforeAll(async () => {
  api = await anApi();
  acme = await anOrganization(api.app);
});
afterAll(() => api.close());

async function send(path: string, file: string, as: Asker = acme.designer) {
  const form = new FormData();
  form.set("file", new Blob([file]), "api.txt");
  const request = new Response(form);
  return api.fetch(path, {
    as,
    method: "POST",
    headers: { "content-type": request.headers.get("content-type") ?? "" },
    body: new Uint8Array(await request.arrayBuffer()),
  });
}

const operation = (summary: string) => ({ summary, responses: { 200: { description: "ok" } } });
const DESCRIPTION = {
  openapi: "3.0.0",
  info: { title: "Weather" },
  servers: [{ url: "https://weather.test" }],
  paths: { "/storms/{id}": { get: operation("A storm") }, "/winds": { get: operation("All winds") } },
};

test("a preview says what a file becomes, saves nothing, and compares a later file with the element", async () => {
  const { status, body } = await send("/elements/import-previews", JSON.stringify(DESCRIPTION));
  expect([status, body]).toEqual([
    200,
    {
      format: { type: "openapi", label: expect.stringContaining("OpenAPI") },
      element: expect.objectContaining({ name: "Weather", key: "weather" }),
      operations: [
        { key: "GET /storms/{id}", summary: "A storm", state: "new", problems: [] },
        { key: "GET /winds", summary: "All winds", state: "new", problems: [] },
      ],
      problems: [],
    },
  ]);
  expect((await api.fetch("/elements/keys", { as: acme.designer })).body).toEqual([]);

  const element = { ...body.element, resources: [...body.element.resources, { method: "GET", path: "/rains" }] };
  await api.fetch("/elements", { as: acme.designer, method: "POST", body: element });
  const paths = { ...DESCRIPTION.paths, "/winds": { get: operation("Winds") }, "/suns": { get: operation("Suns") } };
  const later = await send("/elements/import-previews?element=weather", JSON.stringify({ ...DESCRIPTION, paths }));
  expect(later.body.operations.map(({ key, state }: { key: string; state: string }) => `${key} ${state}`)).toEqual([
    "GET /storms/{id} unchanged",
    "GET /winds changed",
    "GET /suns new",
    "GET /rains removed",
  ]);
});

describe("only an element that the caller may change is compared", () => {
  const preview = (element: string, as: Asker) =>
    send(`/elements/import-previews?element=${element}`, JSON.stringify(DESCRIPTION), as);
  const own = { organizationId: 0, accountId: 0 };
  beforeAll(async () => {
    Object.assign(own, { organizationId: acme.id, accountId: acme.accountId });
    await insertElement(api.app, own, anElement({ key: "private" }));
    await insertElement(api.app, { ...own, isCatalog: true }, anElement({ key: "fromcatalog" }));
  });

  test("of another organization: 404", async () => {
    const { designer } = await anOrganization(api.app);
    expect((await preview("private", designer)).status).toBe(404);
  });

  test("of a sibling account: 404, and 403 once it is shared", async () => {
    const sibling = await acme.aColleague();
    expect((await preview("private", sibling)).status).toBe(404);
    const path = `/elements/private/accounts/${sibling.accountId}`;
    expect((await api.fetch(path, { as: acme.designer, method: "PUT" })).status).toBe(200);
    const { status, body } = await preview("private", sibling);
    expect([status, body.message]).toEqual([403, expect.stringContaining("belongs to another account")]);
  });

  test("of the catalog: 404 that says to clone it", async () => {
    const { status, body } = await preview("fromcatalog", acme.designer);
    expect([status, body.message]).toEqual([404, expect.stringContaining("Clone it")]);
  });

  test("by a viewer: 403", async () => {
    expect((await preview("private", acme.viewer)).status).toBe(403);
  });
});
