import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthHeaders, anApi, type TestApi } from "#server/testing/api.ts";
import { anElement, insertElement } from "#server/testing/elements.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";

let api: TestApi;
let acme: TestOrganization;
beforeAll(async () => {
  api = await anApi();
  acme = await anOrganization(api.app);
});
afterAll(() => api.close());

async function send(path: string, file: string, as: AuthHeaders = acme.designer, options?: object) {
  const form = new FormData();
  if (options) form.set("options", JSON.stringify(options));
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

const NEW = { method: "GET", host: null, state: "new", isEdited: false, choice: "imported", problems: [] };

test("a preview says what a file becomes, saves nothing, and compares a later file with the element", async () => {
  const { status, body } = await send("/elements/import-previews", JSON.stringify(DESCRIPTION));
  expect([status, body]).toEqual([
    200,
    {
      format: { type: "openapi", label: expect.stringContaining("OpenAPI") },
      element: expect.objectContaining({ name: "Weather", key: "weather" }),
      authentications: [],
      authentication: null,
      revision: null,
      lastImport: null,
      operations: [
        { key: "GET /storms/{id}", path: "/storms/{id}", summary: "A storm", ...NEW },
        { key: "GET /winds", path: "/winds", summary: "All winds", ...NEW },
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

test("a preview names the host of an operation that is not that of the element", async () => {
  const own = { get: { ...operation("A map"), servers: [{ url: "https://maps.test/v2" }] } };
  const file = JSON.stringify({ ...DESCRIPTION, paths: { ...DESCRIPTION.paths, "/maps": own } });
  const { body } = await send("/elements/import-previews", file);
  expect(body.operations.map(({ path, host }: { path: string; host: unknown }) => [path, host])).toEqual([
    ["/storms/{id}", null],
    ["/winds", null],
    ["/maps", "maps.test"],
  ]);
});

describe("only an element that the caller may change is compared", () => {
  const preview = (element: string, as: AuthHeaders) =>
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

describe("an import", () => {
  const get = (path: string) => api.fetch(path, { as: acme.designer });
  const withPaths = (paths: object) => JSON.stringify({ ...DESCRIPTION, paths });
  const LATER = withPaths({ "/storms/{id}": { get: operation("Later storm") }, "/suns": { get: operation("Suns") } });
  const first = async (settings: object) =>
    (await send("/elements/imports", JSON.stringify(DESCRIPTION), acme.designer, settings)).body;
  const again = (key: string, file: string, choices: object = {}, as: AuthHeaders = acme.designer) =>
    send(`/elements/${key}/imports`, file, as, { choices });
  const states = async (key: string, file: string) =>
    (await send(`/elements/import-previews?element=${key}`, file)).body.operations.map(
      ({ key, state, choice }: Record<string, string>) => `${key} ${state} ${choice}`,
    );
  const summaries = async (key: string): Promise<string[]> =>
    (await get(`/elements/${key}`)).body.resources.map(
      ({ path, description }: Record<string, string>) => `${path} ${description}`,
    );

  test("creates an element of the chosen operations, under the chosen name, key, hub and base URL", async () => {
    const settings = { name: "Our weather", key: "ours", hub: "crm", baseUrl: "https://our.test" };
    const body = await first({ ...settings, operations: ["GET /winds"] });
    expect(body).toMatchObject({
      name: "Our weather",
      key: "ours",
      hub: "crm",
      resources: [{ path: "/hubs/crm/winds" }],
    });
    const baseUrl = body.configuration.find(({ key }: { key: string }) => key === "base.url");
    expect(baseUrl.defaultValue).toBe("https://our.test");
    const revisions = (await get("/elements/ours/revisions")).body;
    expect(revisions).toMatchObject([{ message: expect.stringContaining("Imported from OpenAPI") }]);
  });

  test("of operations that are not in the file is 400, and of a taken key 409", async () => {
    const refuse = async (settings: object) => {
      const { status, body } = await send("/elements/imports", JSON.stringify(DESCRIPTION), acme.designer, settings);
      return [status, body.message];
    };
    expect(await refuse({ key: "none", operations: ["GET /moons"] })).toEqual([
      400,
      'operations: "GET /moons" is not in the file.',
    ]);
    expect(await refuse({ key: "a/b" })).toEqual([400, expect.stringContaining("key: must be letters")]);
    await first({ key: "taken" });
    expect(await refuse({ key: "taken" })).toEqual([409, expect.stringContaining('has an element "taken" already')]);
    expect((await get("/elements/none")).status).toBe(404);
  });

  test("into the element again takes what changed, and leaves alone what was left out", async () => {
    await first({ key: "again", operations: ["GET /storms/{id}"] });
    expect(await states("again", LATER)).toEqual(["GET /storms/{id} changed imported", "GET /suns new imported"]);
    expect((await again("again", LATER)).status).toBe(200);
    expect(await summaries("again")).toEqual(["/hubs/general/storms/{id} Later storm", "/hubs/general/suns Suns"]);
    expect(await states("again", JSON.stringify(DESCRIPTION))).toEqual([
      "GET /storms/{id} changed imported",
      "GET /winds new imported",
      "GET /suns removed imported",
    ]);
  });

  test("keeps changes by hand, and needs a choice where the file changed as well", async () => {
    const { resources } = await first({ key: "merged" });
    const [storm] = resources;
    const put = { as: acme.designer, method: "PUT", body: { ...storm, description: "Ours" } };
    expect((await api.fetch(`/elements/merged/resources/${storm.id}`, put)).status).toBe(200);
    const own = { method: "GET", path: "/own", vendorPath: "/own" };
    await api.fetch("/elements/merged/resources", { as: acme.designer, method: "POST", body: own });

    expect(await states("merged", JSON.stringify(DESCRIPTION))).toEqual([
      "GET /storms/{id} changed current",
      "GET /winds unchanged current",
    ]);
    expect(await states("merged", LATER)).toContain("GET /storms/{id} changed null");
    const before = (await get("/elements/merged")).body;
    const { status, body } = await again("merged", LATER);
    expect([status, body.message]).toEqual([
      409,
      'choices: the file and the element both changed "GET /storms/{id}". Choose "imported" or "current" for each.',
    ]);
    expect((await get("/elements/merged")).body).toEqual(before);
    expect(await states("merged", LATER)).toContain("GET /storms/{id} changed null");

    expect((await again("merged", LATER, { "GET /storms/{id}": "current" })).status).toBe(200);
    expect(await summaries("merged")).toEqual([
      "/hubs/general/storms/{id} Ours",
      expect.stringContaining("/hubs/general/own"),
      "/hubs/general/suns Suns",
    ]);
    expect((await get("/elements/merged")).body.resources[0].id).toBe(storm.id);
    // The choice is kept until the file changes again.
    expect(await states("merged", LATER)).toContain("GET /storms/{id} changed current");
  });

  test("with the choices of a preview is 409 once the element was changed, and changes nothing", async () => {
    const { resources } = await first({ key: "stale" });
    const { revision, operations } = (await send("/elements/import-previews?element=stale", LATER)).body;
    const choices = Object.fromEntries(
      operations.map(({ key, choice }: { key: string; choice: string }) => [key, choice]),
    );
    for (const { id, ...resource } of resources) {
      const put = { as: acme.designer, method: "PUT", body: { ...resource, description: "Ours" } };
      expect((await api.fetch(`/elements/stale/resources/${id}`, put)).status).toBe(200);
    }
    const before = (await get("/elements/stale")).body;
    const stale = await send("/elements/stale/imports", LATER, acme.designer, { choices, basedOn: revision });
    expect([stale.status, stale.body.message]).toEqual([
      409,
      expect.stringContaining("basedOn: the element was changed after the preview"),
    ]);
    expect((await get("/elements/stale")).body).toEqual(before);
    const fresh = (await send("/elements/import-previews?element=stale", LATER)).body;
    expect(fresh.operations.map(({ choice }: { choice: string | null }) => choice)).toContain(null);
    const kept = { "GET /storms/{id}": "current", "GET /winds": "current" };
    const merged = { choices: kept, basedOn: fresh.revision };
    expect((await send("/elements/stale/imports", LATER, acme.designer, merged)).status).toBe(200);
    expect((await summaries("stale")).join()).toContain("storms/{id} Ours");
  });

  test("with choices about unknown operations, or of unknown choices, is 400", async () => {
    await first({ key: "choices" });
    const refusal = async (choices: object) => {
      const { status, body } = await again("choices", LATER, choices);
      return [status, body.message];
    };
    expect(await refusal({ "GET /moons": "current" })).toEqual([400, expect.stringContaining('"GET /moons"')]);
    expect(await refusal({ "GET /suns": "both" })).toEqual([
      400,
      expect.stringContaining("must be imported or current"),
    ]);
  });

  describe("of a description with several ways to authenticate", () => {
    const securitySchemes = {
      login: { type: "http", scheme: "basic" },
      key: { type: "apiKey", in: "cookie", name: "sid" },
    };
    const security = [{ login: [] }, { key: [] }];
    const SEVERAL = JSON.stringify({ ...DESCRIPTION, components: { securitySchemes }, security });
    const create = (settings: object) => send("/elements/imports", SEVERAL, acme.designer, settings);
    const typeOf = async (key: string) => (await get(`/elements/${key}`)).body.authentication.type;

    test("uses the best, or the one that is chosen, also in a preview", async () => {
      const { body } = await send("/elements/import-previews", SEVERAL);
      expect(body).toMatchObject({
        authentication: "key",
        authentications: [
          { name: "key", type: "apiKey", label: "API key", operations: 2, problems: [] },
          { name: "login", type: "basic", operations: 2 },
        ],
        problems: [],
      });
      expect((await create({ key: "best" })).body).toMatchObject({
        authentication: { type: "apiKey" },
        parameters: [{ vendorName: "Cookie" }],
      });
      expect((await create({ key: "chosen", authentication: "login" })).body).toMatchObject({
        authentication: { type: "basic" },
        parameters: [],
      });
      const preview = await send("/elements/import-previews?authentication=login", SEVERAL);
      expect(preview.body).toMatchObject({ authentication: "login", element: { authentication: { type: "basic" } } });
    });

    test("keeps the choice at the next import, and takes another one", async () => {
      await create({ key: "kept", authentication: "login" });
      expect((await again("kept", SEVERAL)).body.authentication.type).toBe("basic");
      const other = await send("/elements/kept/imports", SEVERAL, acme.designer, { authentication: "key" });
      expect(other.body).toMatchObject({ authentication: { type: "apiKey" }, parameters: [{ vendorName: "Cookie" }] });
      expect((await again("kept", SEVERAL)).body.authentication.type).toBe("apiKey");
      // A later description without the choice: the best that it has.
      const one = { ...DESCRIPTION, components: { securitySchemes: { login: securitySchemes.login } } };
      expect((await again("kept", JSON.stringify(one))).body).toMatchObject({
        authentication: { type: "basic" },
        parameters: [],
      });
    });

    test("refuses an unknown one with those that there are, and saves nothing", async () => {
      const { status, body } = await create({ key: "unknown", authentication: "magic" });
      expect([status, body.message]).toEqual([
        400,
        'authentication: "magic" is not offered by the file. It can be "key", "login".',
      ]);
      expect((await get("/elements/unknown")).status).toBe(404);
      await create({ key: "known" });
      const refused = await send("/elements/known/imports", LATER, acme.designer, { authentication: "login" });
      expect([refused.status, refused.body.message]).toEqual([
        400,
        'authentication: "login" is not offered by the file. The file names no way to authenticate.',
      ]);
      expect(await typeOf("known")).toBe("apiKey");
    });
  });

  test("says whether the element was imported before", async () => {
    const lastImport = async (key: string) =>
      (await send(`/elements/import-previews?element=${key}`, LATER)).body.lastImport;
    await first({ key: "before" });
    expect(await lastImport("before")).toEqual({ format: "openapi", importedAt: expect.stringMatching(/Z$/) });
    const own = { organizationId: acme.id, accountId: acme.accountId };
    await insertElement(api.app, own, anElement({ key: "byhand" }));
    expect(await lastImport("byhand")).toBeNull();
  });

  test("of two at once into one element is one after the other", async () => {
    await first({ key: "twice" });
    const replies = await Promise.all([again("twice", LATER), again("twice", LATER)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect((await get("/elements/twice/revisions")).body).toHaveLength(3);
    expect(await summaries("twice")).toHaveLength(2);
  });

  test("is refused to others as a change of the element is", async () => {
    await first({ key: "guarded" });
    const { designer } = await anOrganization(api.app);
    expect((await again("guarded", LATER, {}, designer)).status).toBe(404);
    expect((await again("guarded", LATER, {}, await acme.aColleague())).status).toBe(404);
    expect((await again("guarded", LATER, {}, acme.viewer)).status).toBe(403);
    expect((await send("/elements/imports", LATER, acme.viewer)).status).toBe(403);
  });
});
