import { describe, expect, test } from "vitest";
import type { HubRequest } from "#server/element/hub-request.ts";
import { compileElement } from "#server/element/plan.ts";
import type { ElementPorts, HookInvocation, ProviderRequest } from "#server/element/ports.ts";
import {
  anElement,
  aProvider,
  CONFIGURATION,
  fakePorts,
  hooksThat,
  parameter,
} from "#server/testing/fake-element-ports.ts";
import { compileCommonResources, NO_COMMON_RESOURCES } from "./compile.ts";
import { performMapped } from "./perform.ts";
import { transformationSchema } from "./shape.ts";

const BODY = parameter("body body -> body body");
const element = anElement(
  [
    {
      method: "GET",
      path: "/hubs/crm/people",
      vendorPath: "/v1/people",
      parameters: ["where", "fields", "orderBy"].map((name) => parameter(`query ${name} -> query ${name}`)),
    },
    { method: "POST", path: "/hubs/crm/people", vendorPath: "/v1/people", parameters: [BODY] },
    { method: "GET", path: "/hubs/crm/people/{id}", vendorPath: "/v1/people/{id}" },
    { method: "PATCH", path: "/hubs/crm/people/{id}", vendorPath: "/v1/people/{id}", parameters: [BODY] },
    { method: "GET", path: "/hubs/crm/people/{id}/notes", vendorPath: "/v1/people/{id}/notes" },
    { method: "GET", path: "/hubs/crm/contacts", vendorPath: "/v1/other" },
  ],
  {
    objects: [
      {
        name: "people",
        vendorName: "Person",
        fields: [{ name: "given", type: "string", displayName: "Given name", readOnly: true }],
      },
    ],
  },
);
const plan = compileElement(element);
const one = (name: string, more: object) => ({
  level: "organization" as const,
  name,
  transformation: transformationSchema.parse({ vendorName: "people", fields: [], ...more }),
});
const FIELDS = [
  { path: "firstName", type: "string", vendorPath: "given", vendorType: "string" },
  { path: "age", type: "string", vendorPath: "years", vendorType: "integer" },
];
const contacts = one("contacts", { fields: FIELDS });

type Options = Partial<HubRequest> & {
  common?: ReturnType<typeof one>[];
  replies?: unknown[];
  hooks?: HookInvocation[];
};

/** Sends one request, and returns it with the requests to the provider. */
async function call(
  line: string,
  { common = [contacts], replies = [[{ given: "Ada", years: 36, id: 1 }]], hooks = [], ...more }: Options = {},
) {
  const [method = "GET", address = "/"] = line.split(/ (.*)/s);
  const [path = "", search = ""] = address.split(/\?(.*)/s);
  const provider = aProvider(...replies.map((body) => ({ body })));
  const ports: ElementPorts = fakePorts({ send: provider.send, hook: hooksThat(hooks) });
  const request = {
    method,
    path,
    query: Object.fromEntries(new URLSearchParams(search)),
    headers: {},
    signal: new AbortController().signal,
    ...more,
  };
  const commonResources = common.length > 0 ? compileCommonResources(common) : NO_COMMON_RESOURCES;
  const reply = await performMapped({
    plan,
    commonResources,
    call: request,
    instance: { id: 7, configuration: CONFIGURATION },
    ports,
  });
  return { ...reply, sent: provider.requests.map(described) };
}
const described = ({ method, url, body }: ProviderRequest) => {
  const { pathname, searchParams } = new URL(url);
  return {
    line: `${method} ${pathname.replace("/v1/v1", "/v1")}`,
    query: Object.fromEntries(searchParams),
    ...(body !== undefined && { body: JSON.parse(String(body)) }),
  };
};

describe("a call to a common resource", () => {
  test("reads the provider's resource and has our fields, under any hub", async () => {
    for (const path of ["/contacts", "/hubs/crm/contacts", "/hubs/anything/contacts"]) {
      const { body, sent, headers } = await call(`GET ${path}`);
      expect(body).toEqual([{ firstName: "Ada", age: "36" }]);
      expect(sent[0]?.line).toBe("GET /v1/people");
      expect(headers["elements-returned-count"]).toBe("1");
    }
    expect((await call("GET /contacts/5", { replies: [{ given: "Ada" }] })).body).toEqual({ firstName: "Ada" });
  });

  test("leaves every other call as it is, also that to the provider's own name", async () => {
    expect((await call("GET /people")).body).toEqual([{ given: "Ada", years: 36, id: 1 }]);
    expect((await call("GET /contacts", { common: [] })).sent[0]?.line).toBe("GET /v1/other");
  });

  test("of an object by its provider's name reads the element's resource; that name is the way around a mapping", async () => {
    const common = [one("contacts", { fields: FIELDS, vendorName: "Person" }), one("people", { fields: FIELDS })];
    for (const line of ["GET /contacts", "GET /contacts/5/notes"])
      expect((await call(line, { common })).sent[0]?.line).toBe(line.replace("/contacts", "/v1/people"));
    expect((await call("GET /contacts", { common })).body).toEqual([{ firstName: "Ada", age: "36" }]);
    expect((await call("GET /Person", { common })).body).toEqual([{ given: "Ada", years: 36, id: 1 }]);
    expect((await call("GET /Person", { common })).sent[0]?.line).toBe("GET /v1/people");
    const direct = await call("GET /Person", { common: [contacts] });
    expect(direct.sent[0]?.line).toBe("GET /v1/Person");
    const unknown = await call("GET /contacts", { common: [one("contacts", { fields: FIELDS, vendorName: "Else" })] });
    expect(unknown.sent[0]?.line).toBe("GET /v1/Else");
  });

  test("may have the name of the provider's resource", async () => {
    const { body, sent } = await call("GET /people", { common: [one("people", { fields: FIELDS })] });
    expect([body, sent.length]).toEqual([[{ firstName: "Ada", age: "36" }], 1]);
  });

  test("sends bodies in the provider's words, and reads the response back", async () => {
    const body = { firstName: "Grace", age: "85", other: 1 };
    const posted = await call("POST /contacts", { body, replies: [{ given: "Grace", years: 85 }] });
    expect(posted.sent[0]?.body).toEqual({ given: "Grace", years: 85 });
    expect(posted.body).toEqual({ firstName: "Grace", age: "85" });
    expect(body).toEqual({ firstName: "Grace", age: "85", other: 1 });
    await expect(call("PATCH /contacts/1", { body: { age: "old" } })).rejects.toThrow(
      'age: "old" is not of type integer.',
    );
  });

  test("has conditions, orders and lists of fields in our words", async () => {
    const query = {
      where: "age >= '30' and (firstName like 'A%' or other is null)",
      orderBy: "firstName desc, other",
      fields: "firstName,age",
    };
    const { sent, body } = await call("GET /contacts", { query });
    expect(sent[0]?.query).toMatchObject({
      where: "years >= 30 AND (given LIKE 'A%' OR other IS NULL)",
      orderBy: "given desc, other",
      fields: "given,years",
    });
    expect(body).toEqual([{ firstName: "Ada", age: "36" }]);
    const some = await call("GET /contacts?fields=age,unknown");
    expect(some.sent[0]?.query.fields).toBeUndefined();
    expect(some.body).toEqual([{ age: "36" }]);
    await expect(call("GET /contacts?where=age = 'old'")).rejects.toThrow("age:");
  });

  test("below an object is the child's own common resource, or what the provider sends", async () => {
    const replies = [[{ text: "x" }]];
    expect((await call("GET /contacts/1/notes", { replies })).body).toEqual([{ text: "x" }]);
    const remarks = one("remarks", { vendorName: "notes", fields: [{ path: "words", vendorPath: "text" }] });
    const { body, sent } = await call("GET /contacts/1/remarks", { replies, common: [contacts, remarks] });
    expect([body, sent[0]?.line]).toEqual([[{ words: "x" }], "GET /v1/people/1/notes"]);
  });

  test("is found by a query", async () => {
    const { body, sent } = await call(
      `GET /query?q=${encodeURIComponent("select age from contacts where firstName = 'Ada'")}`,
    );
    expect(body).toEqual([{ age: "36" }]);
    expect(sent[0]?.query.where).toBe("given = 'Ada'");
  });
});

describe("scripts", () => {
  const script = (body: string, more: object = {}) => ({ script: { body, ...more }, fields: FIELDS });
  const scripted = (body: string, more?: object, whole: object = {}) => [
    one("contacts", { ...script(body, more), ...whole }),
  ];

  test("see both objects and the direction, once for many objects", async () => {
    const hooks: HookInvocation[] = [];
    const common = scripted(
      "transformedObject.full = fromVendor ? originalObject.given + '!' : 'no';\ndone(transformedObject)",
    );
    const replies = [Array.from({ length: 700 }, (_, years) => ({ given: "Ada", years }))];
    const { body } = await call("GET /contacts", { common, replies, hooks });
    expect(body).toHaveLength(700);
    expect((body as unknown[])[699]).toEqual({ firstName: "Ada", age: "699", full: "Ada!" });
    expect(hooks.map(({ variables }) => (variables.objects as unknown[]).length)).toEqual([500, 200]);
    const sent = await call("POST /contacts", { common, body: { firstName: "B" }, replies: [{}] });
    expect(sent.sent[0]?.body).toEqual({ given: "B", full: "no" });
  });

  test.each([
    ["done({ only: 1 });", { only: 1 }],
    ["return { only: 2 };", { only: 2 }],
    ["done({ only: 1 }); return { only: 2 };", { only: 1 }],
    ["transformedObject.more = 1;", { firstName: "Ada", age: "36", more: 1 }],
    ["done(transformedObject) // the end", { firstName: "Ada", age: "36" }],
  ])("%j returns its result", async (body, expected) => {
    expect((await call("GET /contacts", { common: scripted(body) })).body).toEqual([expected]);
  });

  test("drop empty objects where the transformation says so", async () => {
    const drops = "done(originalObject.years > 50 ? transformedObject : {})";
    const replies = () => [[{ years: 40 }, { years: 60 }, { years: 70 }]];
    expect((await call("GET /contacts", { common: scripted(drops), replies: replies() })).body).toHaveLength(3);
    const { body, headers } = await call("GET /contacts", {
      common: scripted(drops, { filterEmptyResponse: true }),
      replies: replies(),
    });
    expect(body).toEqual([{ age: "60" }, { age: "70" }]);
    expect(headers["elements-returned-count"]).toBe("2");
  });

  test("change the conditions of a where, if they are to", async () => {
    const body =
      "if (isWhere) transformedObject.where.forEach((one) => { if (one.attribute === 'given') one.value = one.value.toUpperCase(); });\ndone(transformedObject)";
    const query = { where: "firstName = 'ada' or age = '1'" };
    const on = await call("GET /contacts", {
      common: scripted(
        body,
        {},
        { configuration: [{ type: "applyJSOnQueryFieldValue", properties: { toVendor: null } }] },
      ),
      query,
    });
    expect(on.sent[0]?.query.where).toBe("given = 'ADA' OR years = 1");
    expect((await call("GET /contacts", { common: scripted(body), query })).sent[0]?.query.where).toBe(
      "given = 'ada' OR years = 1",
    );
  });

  const whereAfter = async (change: string, where: string) => {
    const common = scripted(
      `if (isWhere) { ${change} }\ndone(transformedObject)`,
      {},
      { configuration: [{ type: "applyJSOnQueryFieldValue", properties: { toVendor: null } }] },
    );
    return (await call("GET /contacts", { common, query: { where } })).sent[0]?.query.where;
  };
  const ADDS = "transformedObject.where.push({ attribute: 'active', operator: '=', value: true });";

  test.each([
    [ADDS, "firstName = 'Ada'", "given = 'Ada' AND active = true"],
    [ADDS, "firstName = 'Ada' and age > '1'", "given = 'Ada' AND years > 1 AND active = true"],
    ["transformedObject.where.pop();", "firstName = 'Ada' and age > '1'", "given = 'Ada'"],
    ["transformedObject.where = [];", "firstName = 'Ada'", undefined],
  ])("add and remove conditions: %s of %s", async (change, where, expected) => {
    expect(await whereAfter(change, where)).toBe(expected);
  });

  test.each([
    [ADDS, "firstName = 'Ada' or age = '1'", "only without OR"],
    ["transformedObject.where.push({ attribute: 'active' });", "age = '1'", "cannot be read"],
    ["transformedObject.where = 'all';", "age = '1'", "no list of conditions"],
  ])("that make no such list are refused: %s of %s", async (change, where, message) => {
    await expect(whereAfter(change, where)).rejects.toThrow(message);
  });

  test("that fail are named with their direction", async () => {
    await expect(call("GET /contacts", { common: scripted("nothing.at.all") })).rejects.toThrow(
      /^The script of the common resource contacts failed from the provider: /,
    );
  });
});

describe("objects and metadata", () => {
  test("list common resources first, with their types on request", async () => {
    const common = [contacts, one("clients", { fields: FIELDS })];
    expect((await call("GET /objects", { common })).body).toEqual(["clients", "contacts", "people"]);
    const { body } = await call("GET /objects", { common, headers: { "elements-version": "Helium" } });
    expect(body).toEqual(expect.arrayContaining([{ name: "clients", vendorName: "people", type: "vdr" }]));
    expect(
      (body as { name: string; type: string }[]).filter(({ name, type }) => name === "contacts" && type !== "vendor"),
    ).toHaveLength(1);
  });

  test("describe our fields with what is known of the provider's", async () => {
    const { body } = await call("GET /objects/contacts/metadata");
    const [first] = (body as { fields: object[] }).fields;
    expect(first).toMatchObject({
      path: "firstName",
      vendorPath: "given",
      vendorDisplayName: "Given name",
      vendorReadOnly: true,
      type: "string",
    });
    expect(((await call("GET /objects/people/metadata")).body as { fields: object[] }).fields).toHaveLength(1);
  });
});
