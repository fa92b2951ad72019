type Json = Record<string, unknown>;

const json = (schema: Json) => ({ content: { "application/json": { schema } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = (description: string): Json => ({ type: "string", description });
const moment = (description: string): Json => ({ ...text(description), format: "date-time" });
const object = (properties: Json, required: readonly string[] = []): Json => ({
  type: "object",
  ...(required.length > 0 && { required }),
  properties,
});
const query = (name: string, description: string, schema: Json) => ({ name, in: "query", description, schema });

const wrapped = (name: string) => ({ description: `The ${name.toLowerCase()}`, ...json(object({ data: ref(name) })) });

/** The OpenAPI description that Acme CRM publishes of its contacts and accounts, for a server at this address. */
export const crmDescription = (origin: string): Json => ({
  openapi: "3.1.0",
  info: {
    title: "Acme CRM",
    version: "1.0",
    description: "Contacts and accounts. Lists are paged by cursor; clients sign in by OAuth 2.0.",
  },
  servers: [{ url: `${origin}/crm` }],
  security: [{ oauth: ["crm"] }],
  paths: {
    ...records({ one: "Contact", many: "contacts", search: ["email", "last_name"] }),
    ...records({ one: "Account", many: "accounts", search: ["name", "industry"] }),
  },
  components: {
    securitySchemes: {
      oauth: {
        type: "oauth2",
        flows: {
          authorizationCode: {
            authorizationUrl: `${origin}/oauth/authorize`,
            tokenUrl: `${origin}/oauth/token`,
            refreshUrl: `${origin}/oauth/token`,
            scopes: { crm: "Read and change the CRM" },
          },
        },
      },
    },
    schemas: {
      Contact: object(
        {
          id: text("Id of the contact"),
          first_name: text("Given name"),
          last_name: text("Family name"),
          email: { ...text("E-mail address; no two contacts share one"), format: "email" },
          phone: text("Phone number"),
          title: text("Job title"),
          account_id: text("Id of the account that the contact belongs to"),
          tags: { type: "array", description: "Tags", items: { type: "string" } },
          ...DATES,
        },
        ["last_name"],
      ),
      Account: object(
        {
          id: text("Id of the account"),
          name: text("Name of the company"),
          website: text("Web address"),
          industry: text("Industry"),
          employees: { type: "integer", description: "Number of employees" },
          ...DATES,
        },
        ["name"],
      ),
      Paging: object({
        total: { type: "integer", description: "Number of all records" },
        next: text("Cursor of the next page; absent on the last page"),
      }),
    },
  },
});

const DATES = {
  created_at: moment("When the record was created"),
  updated_at: moment("When the record was last changed"),
};

/** The five operations of a kind of record. */
function records({ one, many, search }: { one: string; many: string; search: readonly string[] }): Json {
  const name = one.toLowerCase();
  const a = /^[aeiou]/.test(name) ? "an" : "a";
  const operation = (verb: string, summary: string, more: Json) => ({
    operationId: `${verb}${one}`,
    tags: [one],
    summary,
    ...more,
  });
  const body = { requestBody: { required: true, ...json(ref(one)) } };
  return {
    [`/${many}`]: {
      get: operation("list", `List ${many}`, {
        parameters: [
          query("after", "Cursor of the page", { type: "string" }),
          query("limit", "Rows per page", { type: "integer", minimum: 1, maximum: 200, default: 100 }),
          query("modified_since", "Only records changed since this time", { type: "string", format: "date-time" }),
          ...search.map((field) => query(field, `Only records with this ${field}`, { type: "string" })),
        ],
        responses: {
          200: {
            description: `A page of ${many}`,
            ...json(object({ data: { type: "array", items: ref(one) }, paging: ref("Paging") })),
          },
        },
      }),
      post: operation("create", `Create ${a} ${name}`, { ...body, responses: { 201: wrapped(one) } }),
    },
    [`/${many}/{id}`]: {
      parameters: [{ name: "id", in: "path", required: true, description: `Id of the ${name}`, schema: text("Id") }],
      get: operation("get", `Get ${a} ${name}`, { responses: { 200: wrapped(one) } }),
      patch: operation("update", `Update ${a} ${name}`, { ...body, responses: { 200: wrapped(one) } }),
      delete: operation("delete", `Delete ${a} ${name}`, { responses: { 204: { description: "Deleted" } } }),
    },
  };
}
