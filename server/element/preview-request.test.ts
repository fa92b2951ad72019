import { expect, test } from "vitest";
import { anElement, aProvider, callHub, parameter } from "#server/testing/fake-element-ports.ts";
import { sampleInputs } from "./parameters/sample-inputs.ts";
import { previewRequest } from "./preview-request.ts";
import { parameterSchema } from "./shape.ts";

const now = new Date("2026-01-31T12:00:00Z");
const CONFIGURATION = [
  { key: "base.url", name: "Base URL", defaultValue: "https://{company}.example.com/v1" },
  { key: "company", name: "Company", defaultValue: "acme" },
  { key: "api.key", name: "Key", type: "PASSWORD", defaultValue: "very-secret" },
];

async function preview(
  resource: Record<string, unknown>,
  samples: Record<string, string> = {},
  more: Record<string, unknown> = {},
) {
  const element = anElement([resource], { configuration: CONFIGURATION, ...more });
  const [target] = element.resources;
  if (!target) throw new Error("The element has no resource.");
  const inputs = sampleInputs([...element.parameters, ...target.parameters]);
  const values = inputs.map((input) => ({ ...input, value: samples[input.name] ?? input.sample }));
  return previewRequest(element, target, { values, now });
}

test("path, query, headers and body are those that callers get", async () => {
  const parameters = [
    parameter("path id -> path personId"),
    parameter("query q -> query search"),
    parameter("header X-Trace -> header X-Request"),
    parameter("bodyField address.city -> bodyField town"),
    parameter("bodyField size -> bodyField count", { dataType: "string", vendorDataType: "integer" }),
  ];
  const resource = { method: "PUT", path: "/contacts/{id}", vendorPath: "/people/{personId}", parameters };
  const created = await preview(resource, { id: "a b", q: "x&y", "address.city": "Bern", size: "7" });
  expect(created).toEqual({
    ok: true,
    request: {
      method: "PUT",
      url: "https://acme.example.com/v1/people/a%20b?search=x%26y",
      headers: { Accept: "application/json", "Content-Type": "application/json", "X-Request": "X-Trace" },
      body: '{"town":"Bern","count":7}',
    },
  });
  const { requests, send } = aProvider({ body: {} });
  await callHub("PUT /contacts/a%20b?q=x%26y", {
    element: anElement([resource], { configuration: CONFIGURATION }),
    configuration: { "base.url": "https://{company}.example.com/v1", company: "acme" },
    headers: { "x-trace": "X-Trace" },
    body: { address: { city: "Bern" }, size: 7 },
    ports: { send },
  });
  expect(created.ok && created.request).toEqual(requests[0]);
});

test.each([
  ["toQueryParameters", "?name=Ann"],
  ["toODataFilter", "?%24filter=name%20eq%20'Ann'"],
])("the converter %s writes the filter of a list", async (converter, query) => {
  const created = await preview({ parameters: [parameter("query where -> query where", { converter })] });
  expect(created.ok && created.request.url).toBe(`https://acme.example.com/v1/people${query}`);
});

test("a list asks for the page in the provider's way", async () => {
  const parameters = [parameter("query page -> query p"), parameter("query pageSize -> query limit")];
  const created = await preview({ parameters }, { page: "2", pageSize: "50" });
  expect(created.ok && created.request.url).toBe("https://acme.example.com/v1/people?p=2&limit=50");
});

test("forms, templates and previous responses", async () => {
  const form = await preview({ method: "POST", parameters: [parameter("form color -> form c")] }, { color: "a b" });
  expect(form.ok && form.request.body).toBe("c=a%20b");
  const template = [parameter("query q -> bodyToken q"), parameter('value {"search": "{q}"} -> body x')];
  const filled = await preview({ method: "POST", parameters: template }, { q: '"x' });
  expect(filled.ok && filled.request.body).toBe('{"search":"\\"x"}');
  const chained = await preview({ parameters: [parameter("prevBodyField a.id -> query id")] }, { "a.id": "7" });
  expect(chained.ok && chained.request.url).toBe("https://acme.example.com/v1/people?id=7");
});

test("secrets are masked, authentication is added", async () => {
  const key = await preview({ parameters: [parameter("configuration api.key -> header X-Key")] });
  expect(key.ok && key.request.headers).toMatchObject({ "X-Key": "********" });
  const basic = [...CONFIGURATION, { key: "password", name: "Password", type: "PASSWORD", defaultValue: "hush" }];
  const signed = await preview({}, {}, { authentication: { type: "basic" }, configuration: basic });
  expect(JSON.stringify(signed)).toMatch(/authorization/);
  expect(JSON.stringify(signed)).not.toContain(btoa(":hush"));
});

test("values without a default are shown by their keys, also in the address", async () => {
  const configuration = [
    { key: "base.url", name: "Base URL", defaultValue: "https://{company.name}.example.com" },
    { key: "company.name", name: "Company" },
  ];
  const created = await preview({}, {}, { configuration, authentication: { type: "oauth2" } });
  expect(created).toMatchObject({
    request: { url: "https://company-name.example.com/people", headers: { authorization: "Bearer ********" } },
  });
});

test("a refused request says why", async () => {
  const missing = [parameter("query q -> query q", { required: true })];
  expect(await preview({ parameters: missing }, { q: "" })).toEqual({
    ok: false,
    message: "q: the query parameter is required.",
  });
  const where = [parameter("query where -> query where", { converter: "toODataFilter" })];
  expect(await preview({ parameters: where }, { where: "name =" })).toMatchObject({ ok: false });
});

test("sample inputs list each value once, with a sample of its type", () => {
  const read = (line: string, more = {}) => parameterSchema.parse(parameter(line, more));
  expect(
    sampleInputs([
      read("path id -> path a", { dataType: "integer" }),
      read("path id -> query b"),
      read("query day -> query d", { dataType: "date", required: true }),
      read("query page -> query p"),
      read("query kind -> query k", { sampleData: "open" }),
      read("configuration company -> query c"),
      read("value x -> query v"),
    ]),
  ).toEqual([
    { type: "path", name: "id", required: true, sample: "1" },
    { type: "query", name: "day", required: true, sample: "2026-01-31" },
    { type: "query", name: "page", required: false, sample: "" },
    { type: "query", name: "kind", required: false, sample: "open" },
  ]);
});

test("variables of the path without a parameter are inputs as well", () => {
  const read = parameterSchema.parse(parameter("path id -> path a", { dataType: "integer" }));
  expect(sampleInputs([read], "/deals/{id}/notes/{noteId}").map(({ name, sample }) => [name, sample])).toEqual([
    ["id", "1"],
    ["noteId", "noteId"],
  ]);
});
