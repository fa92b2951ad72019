import { afterAll, beforeAll, expect, test } from "vitest";
import { xml } from "#server/outside/xml.ts";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";
import { providerPorts } from "#server/testing/provider-ports.ts";

let api: TestApi;
let acme: TestOrganization;
const provider = { ...providerPorts(), xml };
beforeAll(async () => {
  api = await anApi({ provider });
  acme = await anOrganization(api.app);
});
afterAll(async () => {
  await api.close();
  await provider.close();
});

async function convert(type: string, text: string) {
  const form = new FormData();
  form.set("file", new Blob([text]), "api.txt");
  const body = new Uint8Array(await new Response(form).arrayBuffer());
  const boundary = new TextDecoder().decode(body).split("\r\n", 1)[0]?.slice(2);
  return api.fetch(`/elements/convert${type && `?type=${type}`}`, {
    as: acme.designer,
    method: "POST",
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    body,
  });
}

const YAML = `
openapi: 3.0.0
info: { title: Weather }
servers: [{ url: https://weather.test }]
components: { securitySchemes: { basic: { type: http, scheme: basic } } }
paths:
  /storms/{id}:
    get: { responses: { 200: { description: ok } } }
`;

test("a file becomes an element that can be posted and is not saved before", async () => {
  const { status, body } = await convert("swagger", YAML);
  expect([status, body.name, body.authentication]).toEqual([200, "Weather", { type: "basic" }]);
  expect((await api.fetch("/elements/keys", { as: acme.designer })).body).toEqual([]);
  const created = await api.fetch("/elements", { as: acme.designer, method: "POST", body });
  expect(created.body).toMatchObject({ key: "weather", resources: [{ path: "/hubs/general/storms/{id}" }] });
});

test("the format is recognized where no type is named", async () => {
  expect((await convert("", YAML)).body.name).toBe("Weather");
});

test("JSON is read as well, and a WSDL by its own type", async () => {
  expect((await convert("swagger", JSON.stringify({ swagger: "2.0", info: { title: "x" } }))).body.name).toBe("x");
  const wsdl = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:x">
    <binding name="b"><operation name="o"/></binding></definitions>`;
  expect((await convert("soap", wsdl)).body.name).toBe("urn:x");
});

test.each([
  ["an unknown type", "raml", YAML, "type"],
  ["an empty file", "swagger", " ", "empty"],
])("%s is refused", async (_, type, text, words) => {
  const { status, body } = await convert(type, text);
  expect([status, body.message]).toEqual([400, expect.stringContaining(words)]);
});

test("more than 20 MB is 413", async () => {
  expect((await convert("swagger", "x".repeat(20 * 1024 * 1024 + 1))).status).toBe(413);
});
