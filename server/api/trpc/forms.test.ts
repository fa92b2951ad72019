import { afterAll, beforeAll, expect, test } from "vitest";
import { registerApp } from "#server/process-app.ts";
import { createSession } from "#server/screen-handler.ts";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anOrganization, type Person, type TestOrganization } from "#server/testing/organizations.ts";
import { handleForm } from "./forms.ts";
import { isScreenCall } from "./screens.ts";

let api: TestApi;
let acme: TestOrganization;
const tokens = new Map<Person, string>();

beforeAll(async () => {
  api = await anApi();
  registerApp(api.app);
  acme = await anOrganization(api.app);
  for (const person of [acme.designer, acme.viewer])
    tokens.set(person, (await createSession({ username: person.email, password: person.password })).token);
});
afterAll(() => api.close());

const DESCRIPTION = JSON.stringify({
  openapi: "3.0.0",
  info: { title: "Weather" },
  servers: [{ url: "https://weather.test" }],
  paths: { "/winds": { get: { summary: "All winds", responses: { 200: { description: "ok" } } } } },
});

type Sending = {
  content?: string;
  query?: string;
  options?: object;
  headers?: Record<string, string>;
  as?: Person | null;
};

function form(path: string, { content = DESCRIPTION, query = "", options, headers = {} }: Sending): Request {
  const body = new FormData();
  if (options) body.set("options", JSON.stringify(options));
  body.set("file", new Blob([content]), "api.json");
  return new Request(`https://formulary.test${path}${query}`, { method: "POST", headers, body });
}

const [imported, previewed] = ["/api/imports", "/api/imports/preview"];
const [definitionsImported, definitionsPlanned] = ["/api/definitions", "/api/definitions/plan"];
const send = (path: string, { as = acme.designer, ...sending }: Sending = {}) =>
  handleForm(api.app, form(path, sending), as ? tokens.get(as) : undefined);

test("a screen previews a file, creates the element, and imports into it again", async () => {
  const preview = await (await send(previewed)).json();
  expect(preview).toMatchObject({
    settings: { name: "Weather", key: "weather", baseUrl: "https://weather.test" },
    ...{ type: "custom", authentication: null, authentications: [], lastImport: null },
    operations: [{ key: "GET /winds", state: "new" }],
  });
  expect(preview.element).toBeUndefined();
  const created = await (await send(imported, { options: { key: "ours" } })).json();
  expect(created).toEqual({ id: expect.any(Number), key: "ours", name: "Weather" });
  const query = "?element=ours";
  expect((await (await send(previewed, { query })).json()).operations).toMatchObject([{ state: "unchanged" }]);
  expect(await (await send(imported, { query, options: { choices: {} } })).json()).toEqual(created);
});

const FOREIGN = () => ({ headers: { origin: "https://elsewhere.test", host: "formulary.test" } });

test("a screen plans an import of definitions and runs it, in the account of its session", async () => {
  const content = JSON.stringify({ name: "Imported", engine: "v3", triggers: [], steps: [] });
  const plan = await (await send(definitionsPlanned, { content })).json();
  expect(plan).toMatchObject({ definitions: [{ type: "formula", action: "create" }], instances: [], skipped: [] });
  const done = await (await send(definitionsImported, { content })).json();
  expect(done.definitions[0].id).toEqual(expect.any(Number));
  expect((await api.fetch("/formulas", { as: acme.designer })).body).toMatchObject([{ name: "Imported" }]);
});

test.each<[string, () => Sending, string]>([
  ["without a session", () => ({ as: null }), "unauthorized"],
  ["by a viewer", () => ({ as: acme.viewer }), "forbidden"],
  ["from another site", FOREIGN, "forbidden"],
  ["without definitions", () => ({ content: "[]" }), "badRequest"],
])("an import of definitions %s is refused", async (_, sending, kind) => {
  for (const path of [definitionsPlanned, definitionsImported])
    await expect(send(path, sending())).rejects.toMatchObject({ kind });
});

test.each<[string, () => Sending, string]>([
  ["without a session", () => ({ as: null }), "unauthorized"],
  ["by a viewer", () => ({ as: acme.viewer }), "forbidden"],
  ["from another site", FOREIGN, "forbidden"],
  ["of an unknown format", () => ({ query: "?format=word" }), "badRequest"],
  ["into an unknown element", () => ({ query: "?element=nowhere" }), "notFound"],
])("a file %s is refused", async (_, sending, kind) => {
  for (const path of [previewed, imported])
    await expect(send(path, sending())).rejects.toMatchObject({
      kind,
      message: expect.stringMatching(/\.$|must be/),
    });
});

test.each([
  ["/api/imports", true],
  ["/api/imports?element=a", true],
  ["/api/imports/preview?element=a", true],
  ["/api/imports/other", false],
  ["/api/definitions", true],
  ["/api/definitions/plan", true],
  ["/api/definitions/export", false],
  ["/api/bulk-uploads?elementInstanceId=1", true],
  ["/api/toString", false],
])("%s is a call of a screen: %s", (path, is) => expect(isScreenCall(path)).toBe(is));
