type Json = Record<string, unknown>;

const json = (schema: Json) => ({ content: { "application/json": { schema } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const query = (name: string, type: string, more: Json = {}) => ({ name, in: "query", schema: { type, ...more } });
const inPath = (name: string) => ({ name, in: "path", required: true, schema: { type: "string" } });

const PAGINGS = [
  { parameters: [query("page", "integer"), query("per_page", "integer", { maximum: 100 })], fields: {} },
  { parameters: [query("offset", "integer"), query("limit", "integer")], fields: {} },
  {
    parameters: [query("cursor", "string"), query("limit", "integer")],
    fields: { meta: { type: "object", properties: { next_cursor: { type: "string", nullable: true } } } },
  },
];

/**
 * A description in the shape of large public APIs: six operations on each of `nouns` objects, with deep `allOf`,
 * recursive schemas, alternatives, three kinds of paging, forms, files and an API key.
 */
export function largeDescription(nouns: number, origin: string): Json & { paths: Record<string, Json> } {
  const schemas: Json = {
    Base0: { type: "object", required: ["id"], properties: { id: { type: "integer" } } },
    Status: { type: "string", enum: ["open", "closed"] },
    Card: { type: "object", required: ["last4"], properties: { kind: { type: "string" }, last4: { type: "string" } } },
    Bank: { type: "object", required: ["iban"], properties: { kind: { type: "string" }, iban: { type: "string" } } },
  };
  for (let level = 1; level <= 8; level++)
    schemas[`Base${level}`] = {
      allOf: [ref(`Base${level - 1}`), { properties: { [`field${level}`]: { type: "string" } } }],
    };
  const paths: Record<string, Json> = {};
  for (let at = 0; at < nouns; at++) {
    // Cycles of ten: in one cycle of all, each model would lead to every schema.
    const [noun, next] = [`Noun${at}`, `Noun${at % 10 === 9 ? at - 9 : Math.min(at + 1, nouns - 1)}`];
    schemas[noun] = {
      allOf: [
        ref("Base8"),
        {
          type: "object",
          required: ["name"],
          properties: {
            name: { type: "string" },
            parent: { allOf: [ref(noun), { description: "Above it", nullable: true }] },
            next: ref(next),
            status: ref("Status"),
            source: { oneOf: [ref("Card"), ref("Bank")] },
            tags: { type: "array", items: { type: "string" } },
          },
        },
      ],
    };
    const paging = PAGINGS[at % PAGINGS.length] ?? PAGINGS[0];
    const list = { type: "object", properties: { data: { type: "array", items: ref(noun) }, ...paging?.fields } };
    const operation = (name: string, more: Json) => ({ operationId: `${name}${noun}`, tags: [noun], ...more });
    paths[`/v1/noun${at}s`] = {
      get: operation("list", { parameters: paging?.parameters, responses: { 200: json(list) } }),
      post: operation("create", {
        requestBody: { required: true, ...json(ref(noun)) },
        responses: { 201: json(ref(noun)) },
      }),
    };
    paths[`/v1/noun${at}s/{noun_id}`] = {
      parameters: [inPath("noun_id"), { name: "X-Trace", in: "header", schema: { type: "string" } }],
      get: operation("get", { responses: { 200: json(ref(noun)) } }),
      patch: operation("update", {
        requestBody: {
          required: true,
          content: {
            "application/x-www-form-urlencoded": {
              schema: { type: "object", properties: { name: { type: "string" } } },
            },
          },
        },
        responses: { 200: json(ref(noun)) },
      }),
      delete: operation("delete", { responses: { 204: { description: "Gone" } } }),
    };
    paths[`/v1/noun${at}s/{noun_id}/files`] = {
      post: operation("upload", {
        parameters: [inPath("noun_id")],
        requestBody: {
          content: {
            "multipart/form-data": {
              schema: {
                type: "object",
                properties: { file: { type: "string", format: "binary" }, note: { type: "string" } },
              },
            },
          },
        },
        responses: { 200: json(ref(noun)) },
      }),
    };
  }
  return {
    openapi: "3.0.3",
    info: { title: "Large API", version: "1" },
    servers: [{ url: origin }],
    security: [{ key: [] }],
    components: { schemas, securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Api-Key" } } },
    paths,
  };
}
