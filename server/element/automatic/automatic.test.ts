import { describe, expect, test } from "vitest";
import { anElement, aProvider, bytesOf, callHub, hooksThat, parameter } from "#server/testing/fake-element-ports.ts";
import { isMultipart, type ProviderRequest } from "../ports.ts";

const swagger = {
  contact: {
    id: "contact",
    required: ["name"],
    properties: {
      name: { type: "string", title: "Full name" },
      id: { type: "integer", readOnly: true },
      address: { type: "address" },
      tags: { type: "array", items: { type: "string" } },
      friends: { type: "array", items: { $ref: "#/definitions/contact" } },
    },
  },
  address: { properties: { city: { type: "string" }, owner: { type: "contact" } } },
  list: { type: "array", items: { type: "contact" } },
};

const element = anElement(
  [
    { path: "/hubs/crm/contacts", vendorPath: "/v3/people.json?x=1", model: { name: "list", swagger } },
    { path: "/hubs/crm/contacts", method: "POST", model: { requestName: "contact", requestSwagger: swagger } },
    { path: "/hubs/crm/contacts/{id}", model: { name: "contact", swagger } },
    { path: "/hubs/crm/contacts/{id}/notes", model: { name: "address", swagger } },
    { path: "/hubs/crm/invoices", method: "POST" },
    { path: "/hubs/crm/setup", type: "onProvision" },
  ],
  {
    objects: [
      {
        name: "deals",
        fields: [{ name: "amount", type: "double", displayName: "Amount", hidden: true, mask: "0.00" }],
      },
      { name: "contacts", vendorName: "Person", fields: [{ name: "name", type: "string", readOnly: true }] },
    ],
  },
);

const get = (line: string, more: Partial<Parameters<typeof callHub>[1]> = {}) => callHub(line, { element, ...more });

describe("resources of every instance", () => {
  test("GET /ping", async () => {
    expect(await get("GET /hubs/crm/ping")).toEqual({
      code: 200,
      headers: {},
      body: { endpoint: "example", dateTime: "2026-01-01T12:00:00.000Z" },
    });
  });

  test("GET /objects: names of top-level resources and definitions", async () => {
    expect((await get("GET /objects")).body).toEqual(["contacts", "deals"]);
  });

  test("GET /objects as Helium has it", async () => {
    expect((await get("GET /objects", { headers: { "elements-version": "Helium" } })).body).toEqual([
      { name: "contacts", vendorName: "Person", type: "formularyCanonical" },
      { name: "deals", vendorName: "deals", type: "formularyCanonical" },
      { name: "Person", vendorName: "Person", type: "vendor" },
      { name: "deals", vendorName: "deals", type: "vendor" },
    ]);
  });

  test("GET /objects: lists no object that is only read below another, as Helium shows", async () => {
    const definition = anElement([{ path: "/tickets" }, { path: "/tickets/{id}/comments" }], {
      objects: [
        { name: "comments", fields: [] },
        { name: "ticketsComments", vendorName: "Remark", fields: [] },
      ],
    });
    expect((await get("GET /objects", { element: definition })).body).toEqual(["tickets"]);
    const { body } = await get("GET /objects", { element: definition, headers: { "elements-version": "helium" } });
    const path = "/tickets/{id}/comments";
    expect(body).toEqual(
      expect.arrayContaining([
        { name: "comments", vendorName: "comments", type: "formularyCanonical", path },
        { name: "ticketsComments", vendorName: "Remark", type: "formularyCanonical", path },
      ]),
    );
  });

  test("GET /objects/{objectName}/metadata: the fields of all models of the object", async () => {
    const { fields } = (await get("GET /objects/contacts/metadata")).body as { fields: Record<string, unknown>[] };
    expect(fields.map(({ vendorPath, type }) => [vendorPath, type])).toEqual([
      ["address.city", "string"],
      ["address.owner", "contact"],
      ["friends", "array"],
      ["id", "integer"],
      ["name", "string"],
      ["tags", "array"],
    ]);
    expect(fields.find(({ vendorPath }) => vendorPath === "name")).toEqual({
      type: "string",
      vendorPath: "name",
      vendorDisplayName: "Full name",
      vendorNativeType: "string",
      vendorRequired: true,
      vendorReadOnly: true,
      hidden: false,
      method: [
        { name: "GET", request: false, response: true },
        { name: "POST", request: true, response: false },
      ],
    });
  });

  test("metadata with paths, with the objects that fields are in, and with the fields that one record has", async () => {
    const pathsOf = async (query: string, ports = {}) => {
      const { body } = await get(`GET /objects/contacts/metadata?${query}`, { ports });
      return (body as { fields: { path?: string; vendorPath: string; type: string }[] }).fields;
    };
    expect((await pathsOf("includePath=true")).map(({ path }) => path)).toContain("address.city");
    expect((await pathsOf("includePath=false")).map(({ path }) => path)).toEqual(Array(6).fill(undefined));
    expect((await pathsOf("composite=true")).map(({ vendorPath, type }) => [vendorPath, type])).toEqual(
      expect.arrayContaining([
        ["address", "address"],
        ["address.city", "string"],
      ]),
    );
    const { requests, send } = aProvider({ body: { name: "Ada", custom: { shoe: 38 }, vip: true } });
    const found = await pathsOf("discoveryId=a%2Fb", { send });
    expect(found.map(({ vendorPath }) => vendorPath)).toEqual([
      ...["address.city", "address.owner", "custom.shoe", "friends", "id", "name", "tags", "vip"],
    ]);
    expect(found.find(({ vendorPath }) => vendorPath === "custom.shoe")).toMatchObject({
      ...{ type: "int", vendorRequired: false, method: [{ name: "GET", request: false, response: true }] },
    });
    expect(requests).toHaveLength(1);
  });

  test("metadata of an object that is only described", async () => {
    expect((await get("GET /objects/deals/metadata")).body).toEqual({
      fields: [
        expect.objectContaining({
          vendorPath: "amount",
          type: "double",
          vendorDisplayName: "Amount",
          hidden: true,
          mask: "0.00",
          method: [],
        }),
      ],
    });
  });

  test("metadata of a resource without a model has no fields; of nothing is not there", async () => {
    expect((await get("GET /objects/invoices/metadata")).body).toEqual({ fields: [] });
    await expect(get("GET /objects/nothing/metadata")).rejects.toMatchObject({ kind: "notFound" });
    await expect(get("GET /objects/__proto__/metadata")).rejects.toMatchObject({ kind: "notFound" });
  });

  test("the element's own go first", async () => {
    const { send } = aProvider({ body: { own: true } });
    const own = anElement([{ path: "/ping", vendorPath: "/status" }]);
    expect((await callHub("GET /ping", { element: own, ports: { send } })).body).toEqual({ own: true });
  });

  test("a variable of the element does not hide them for other methods", async () => {
    const own = anElement([{ path: "/{anything}", method: "POST", vendorPath: "/x" }]);
    expect((await callHub("GET /ping", { element: own })).code).toBe(200);
  });
});

describe("objects of the provider that no resource describes", () => {
  const send = async (line: string, more: object = {}, definition: object = {}) => {
    const { requests, send } = aProvider({ body: [{ a: null, b: 1 }] });
    const other = anElement([{ path: "/contacts", parameters: [parameter("value hidden -> query resource")] }], {
      authentication: { type: "basic" },
      parameters: ["configuration tenant -> header X-Tenant", "query a -> query mapped", "value 1 -> query v"].map(
        (line) => parameter(line),
      ),
      hooks: [{ type: "preRequest", body: `done({ request_vendor_headers: { "X-Object": object_name } })` }],
      ...definition,
    });
    const reply = await callHub(line, {
      element: other,
      configuration: { tenant: "t1", username: "u", password: "pw" },
      ports: { send, hook: hooksThat() },
      ...more,
    });
    return { reply, request: requests[0] as ProviderRequest };
  };

  test.each<[string, string]>([
    ["GET /orders", "/orders?v=1"],
    ["GET /orders?a=1&page=2&pageSize=x", "/orders?mapped=1&v=1&a=1&page=2&pageSize=x"],
    ["POST /orders", "/orders?v=1"],
    ["GET /orders/5", "/orders/5?v=1"],
    ["PATCH /orders/a%20b", "/orders/a%20b?v=1"],
    ["PUT /orders/5", "/orders/5?v=1"],
    ["DELETE /orders/5", "/orders/5?v=1"],
    ["GET /orders/5/lines", "/orders/5/lines?v=1"],
    ["POST /orders/5/lines", "/orders/5/lines?v=1"],
    ["GET /orders/5/lines/6", "/orders/5/lines/6?v=1"],
    ["DELETE /hubs/x/orders/5/lines/6", "/orders/5/lines/6?v=1"],
  ])("%s bypasses mappings", async (line, expected) => {
    const { request } = await send(line);
    expect(request.method).toBe(line.split(" ")[0]);
    expect(request.url.replace("https://api.example.com/v1", "").replace("mapped=1&", "")).toBe(
      expected.replace("mapped=1&", ""),
    );
  });

  test("uses the provider's names for fields that the element renames", async () => {
    const definition = { objects: [{ name: "deals", vendorName: "Opportunity", fields: [] }] };
    for (const [line, url] of [
      ["GET /deals", "/Opportunity?v=1"],
      ["PATCH /deals/5", "/Opportunity/5?v=1"],
      ["GET /deals/5/notes", "/Opportunity/5/notes?v=1"],
    ] as const)
      expect((await send(line, {}, definition)).request.url).toBe(`https://api.example.com/v1${url}`);
  });

  test("but not authentication, hooks and null filter", async () => {
    const { reply, request } = await send("GET /orders");
    expect(request.headers).toMatchObject({
      "X-Tenant": "t1",
      "X-Object": "orders",
      authorization: `Basic ${btoa("u:pw")}`,
    });
    expect(reply).toMatchObject({ body: [{ b: 1 }], headers: { "elements-returned-count": "1" } });
  });

  test("a where is the provider's own", async () => {
    expect((await send("GET /orders?where=1%3D1")).request.url).toMatch(/where=1%3D1$/);
  });

  test("bodies, forms and files are passed on", async () => {
    expect((await send("POST /orders", { body: { a: 1 } })).request.body).toBe('{"a":1}');
    const stream = { fileName: "a", contentType: "image/png", bytes: bytesOf("x") };
    const { request } = await send("POST /orders", { stream });
    expect([request.body, request.headers["Content-Type"]]).toEqual([stream.bytes, "image/png"]);
    const { body } = (await send("POST /orders", { form: { file: stream, b: "1" } })).request;
    expect(isMultipart(body) && body.parts).toEqual([
      ["file", stream],
      ["b", "1"],
    ]);
  });
});

describe("GET /query", () => {
  const PEOPLE = Array.from({ length: 12 }, (_, at) => ({ id: at + 1, name: `n${12 - at}`, extra: true }));
  const provider = () =>
    aProvider(({ url }: ProviderRequest) => {
      const query = new URL(url).searchParams;
      const [page, limit] = [Number(query.get("page")), Math.min(Number(query.get("limit")), 5)];
      return { body: PEOPLE.slice((page - 1) * limit, page * limit) };
    });
  const own = anElement([
    {
      vendorPath: "/people",
      parameters: [
        ...["query page -> query page", "query pageSize -> query limit", "query orderBy -> query order"].map((line) =>
          parameter(line),
        ),
        parameter("query where -> query", { converter: "toQueryParameters" }),
      ],
    },
  ]);
  const query = async (q: string, more: Record<string, string> = {}) => {
    const { requests, send } = provider();
    const reply = await callHub("GET /query", {
      element: own,
      query: { q, ...more },
      configuration: { "pagination.max": "5" },
      ports: { send },
    });
    return { ...reply, urls: requests.map(({ url }) => url.split("/people")[1]) };
  };

  test("is the same as the call to the object", async () => {
    const { body, urls, headers } = await query("select id from contacts where name = 'O''Brien'", { pageSize: "2" });
    expect(urls).toEqual(["?page=1&limit=2&name=O'Brien"]);
    expect(body).toEqual([{ id: 1 }, { id: 2 }]);
    expect(headers["elements-next-page-token"]).toBeDefined();
  });

  test("limit and offset gather as many pages as it takes", async () => {
    const { body, headers, urls } = await query("select id, name from contacts limit 6 offset 3");
    expect(body).toEqual(PEOPLE.slice(3, 9).map(({ id, name }) => ({ id, name })));
    expect(headers).toEqual({ "elements-returned-count": "6" });
    expect(urls).toEqual(["?page=1&limit=5", "?page=2&limit=5"]);
    expect((await query("select * from contacts limit 100 offset 10")).body).toEqual(PEOPLE.slice(10));
  });

  test("passes the order to the provider and sorts here", async () => {
    const { body, urls } = await query("select name from contacts order by name limit 5");
    expect(urls[0]).toContain("order=name");
    expect((body as { name: string }[]).map(({ name }) => name)).toEqual(["n10", "n11", "n12", "n8", "n9"]);
  });

  test.each(["", "select", "select * from contacts limit 9999"])("refuses q=%s", async (q) => {
    await expect(query(q)).rejects.toMatchObject({ kind: "badRequest", message: expect.stringMatching(/^q: /) });
  });

  test("returns a response that is no list unchanged", async () => {
    const { send } = aProvider({ body: { one: 1 } });
    for (const q of ["select a from contacts", "select a from contacts limit 1"])
      expect((await callHub("GET /query", { element: own, query: { q }, ports: { send } })).body).toEqual({ one: 1 });
  });

  test("an object of the provider", async () => {
    const { requests, send } = aProvider({ body: [{ a: 1, b: 2 }] });
    const reply = await callHub("GET /query", {
      element: own,
      query: { q: "select a from `orders x`" },
      ports: { send },
    });
    expect(reply.body).toEqual([{ a: 1 }]);
    expect(requests[0]?.url).toBe("https://api.example.com/v1/orders%20x?fields=a");
  });
});
