import type { Scaffold } from "../scaffold.ts";

export const element: Scaffold = {
  kind: "element",
  summary: "An element of the catalog",
  example: "pipedrive",
  create: ({ flat, label }) => ({
    files: {
      [`server/catalog/public/${flat}.ts`]: `
import type { CatalogElement } from "../definition.ts";
import { text } from "../fields.ts";
import { crud, type Kind, objectOf } from "../kind.ts";
import { always, configurationEntry, configured, pages, provesAccess } from "../parts.ts";

const contact: Kind = {
  one: "contact",
  many: "contacts",
  id: "id",
  required: ["name"],
  fields: {
    id: text("Id of the contact"),
    name: text("Name"),
    email: text("E-mail address"),
  },
};

export const ${flat}: CatalogElement = {
  key: "${flat}",
  name: "${label}",
  hub: "general",
  description: "Contacts of ${label}.",
  authentication: { type: "apiKey" },
  elementMetadata: {
    api: { type: "rest", version: "1", vendorDocumentationUrl: "https://developers.example.com" },
  },
  configuration: configured(
    "apiKey",
    { "base.url": "https://api.example.com/v1", "pagination.type": "page", "pagination.max": "100" },
    [configurationEntry("username", "API key", "An API key of your ${label} account", { type: "PASSWORD" })],
  ),
  parameters: [always("Bearer \${configuration.username}", "header", "Authorization")],
  resources: [
    provesAccess("GET /me"),
    ...crud(contact, { providerPath: "/contacts", list: { parameters: pages("page", "limit") } }),
  ],
  objects: [contact].map(objectOf),
};
`,
      [`server/testing/recorded/${flat}.ts`]: `
import type { Recordings } from "./recording.ts";

const ada = { id: "1", name: "Ada", email: "ada@example.com" };

export const ${flat}: Recordings = {
  key: "${flat}",
  configuration: { username: "key-of-a-test" },
  access: { line: "GET /me", refusal: { status: 401 } },
  calls: [
    {
      call: "GET /contacts?page=2&pageSize=1",
      sends: { line: "GET /contacts?page=2&limit=1", headers: { authorization: "Bearer key-of-a-test" } },
      reply: { body: [ada] },
      gives: [ada],
    },
    {
      call: "POST /contacts",
      body: { name: "Ada" },
      sends: { line: "POST /contacts", body: { name: "Ada" } },
      reply: { body: ada },
      gives: ada,
    },
  ],
};
`,
    },
    rows: [
      {
        file: "server/catalog/registry.ts",
        list: "PUBLIC_ELEMENTS: readonly CatalogElement[] = [",
        item: flat,
        from: `./public/${flat}.ts`,
      },
      {
        file: "server/catalog/public/recorded.test.ts",
        list: "RECORDED: readonly Recordings[] = [",
        item: flat,
        from: `#server/testing/recorded/${flat}.ts`,
      },
    ],
    tests: ["server/catalog/public/recorded.test.ts", "server/catalog/registry.test.ts"],
    next: [
      "Set the base URL, the authentication and the hub. `server/catalog/parts.ts` has helpers for parameters and hooks.",
      "Record each operation in server/testing/recorded as the provider documents it: the request it must get, and its response.",
      "Write the operations until the recordings pass.",
      "Correct the number of elements in README.md.",
    ],
  }),
};
