import { afterAll, beforeAll, expect, test } from "vitest";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";

let api: TestApi;
let acme: TestOrganization;
beforeAll(async () => {
  api = await anApi();
  acme = await anOrganization(api.app);
});
afterAll(() => api.close());

async function send(path: string, file: string, fields: Record<string, string> = {}, as = acme.designer) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", new Blob([file]), "api.txt");
  const request = new Response(form);
  return api.fetch(path, {
    as,
    method: "POST",
    headers: { "content-type": request.headers.get("content-type") ?? "" },
    body: new Uint8Array(await request.arrayBuffer()),
  });
}

const DESCRIPTION = {
  openapi: "3.0.0",
  info: { title: "Weather" },
  servers: [{ url: "https://weather.test" }],
  paths: { "/storms/{id}": { get: { summary: "A storm", responses: { 200: { description: "ok" } } } } },
};

test("a preview says what a file becomes, and saves nothing", async () => {
  const { status, body } = await send("/elements/import-previews", JSON.stringify(DESCRIPTION));
  expect([status, body]).toEqual([
    200,
    {
      format: { type: "openapi", label: expect.stringContaining("OpenAPI") },
      element: expect.objectContaining({ name: "Weather", key: "weather" }),
      operations: [{ key: "GET /storms/{id}", summary: "A storm", state: "new", problems: [] }],
      problems: [],
    },
  ]);
  expect((await api.fetch("/elements/keys", { as: acme.designer })).body).toEqual([]);
});

test("a preview compares the file with an element of the caller", async () => {
  const { body } = await send("/elements/import-previews", JSON.stringify(DESCRIPTION));
  await api.fetch("/elements", { as: acme.designer, method: "POST", body: body.element });
  const statesOf = async (paths: object) => {
    const file = JSON.stringify({ ...DESCRIPTION, paths });
    const reply = await send("/elements/import-previews?element=weather", file);
    return reply.body.operations.map(({ key, state }: { key: string; state: string }) => `${key} ${state}`);
  };
  expect(await statesOf(DESCRIPTION.paths)).toEqual(["GET /storms/{id} unchanged"]);
  expect(await statesOf({ "/storms/{id}": { get: { summary: "One storm" } }, "/winds": { get: {} } })).toEqual([
    "GET /storms/{id} changed",
    "GET /winds new",
  ]);
  expect(await statesOf({ "/winds": { get: {} } })).toEqual(["GET /winds new", "GET /storms/{id} removed"]);
});

test("an element of others, of the catalog, or of another account is not compared", async () => {
  const other = await anOrganization(api.app);
  const file = JSON.stringify(DESCRIPTION);
  expect((await send("/elements/import-previews?element=weather", file, {}, other.designer)).status).toBe(404);
  expect((await send("/elements/import-previews?element=weather", file, {}, acme.viewer)).status).toBe(403);
});

test.each([
  ["10⁵ operations", () => ({ ...DESCRIPTION, paths: manyPaths(100_000) }), "more than 2000 operations"],
  [
    "deep nesting",
    () => `{"swagger":"2.0","a":${"[".repeat(500_000)}${"]".repeat(500_000)}}`,
    "nested deeper than 100",
  ],
  ["YAML that multiplies", () => yamlBomb(), "expands to more than"],
  ["YAML that holds itself", () => "openapi: 3.0.0\na: &a { b: *a }", "nested deeper than 100"],
  [
    "__proto__",
    () => '{"swagger":"2.0","definitions":{"__proto__":{}}}',
    "definitions.__proto__ is not an allowed name",
  ],
  ["entities", () => '<!DOCTYPE a [<!ENTITY b "c">]><definitions>&b;</definitions>', "DOCTYPE"],
  ["20 MB of opening brackets", () => "[".repeat(20 * 2 ** 20 - 1000), "must be JSON or YAML"],
  ["20 MB of cURL", () => `curl ${"$a".repeat(10 * 2 ** 20 - 1000)}`, "more than 1 MB of cURL"],
  ["a quote without an end", () => "curl https://x.test\n  -H 'x", "line 2 opens a quote"],
])("%s is refused with its place, while other requests are answered", async (_, file, words) => {
  const made = file();
  const text = typeof made === "string" ? made : JSON.stringify(made);
  let slowest = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const since = performance.now();
      await new Promise((resolve) => setTimeout(resolve, 5));
      slowest = Math.max(slowest, performance.now() - since);
    }
  })();
  const { status, body } = await api.app
    .convert({ bytes: new TextEncoder().encode(text), format: undefined }, "x")
    .then(() => ({ status: 200, body: { message: "" } }))
    .catch((error) => ({ status: error.kind, body: error }));
  isOver = true;
  await watching;
  expect([status, body.message]).toEqual([
    words === "" ? expect.anything() : "badRequest",
    expect.stringContaining(words),
  ]);
  expect(slowest).toBeLessThan(5000);
});

const manyPaths = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`/p${at}`, { get: {} }]));

const yamlBomb = () =>
  `a: &a [x,x,x,x,x,x,x,x,x]\n${"bcdefghi".replaceAll(/./g, (name) => {
    const before = String.fromCharCode(name.charCodeAt(0) - 1);
    return `${name}: &${name} [${Array(9).fill(`*${before}`).join(",")}]\n`;
  })}`;
