import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { CREDENTIALS } from "#server/demo-provider/credentials.ts";
import { freePort } from "#server/launch/ports.ts";
import type { TestResponse } from "#server/testing/api.ts";
import { aDemoProduct, asElement, type ConnectedElement, type DemoProduct } from "#server/testing/demo-product.ts";
import { aFormula } from "#server/testing/formulas.ts";
import type { Person } from "#server/testing/organizations.ts";

let product: DemoProduct;
const connections = new Map<string, Promise<ConnectedElement>>();

beforeAll(async () => {
  product = await aDemoProduct();
});
beforeEach(() => product.provider.reset());
afterAll(() => product.close());

/** Sends a request to a demo element, which is connected when it is first needed. */
async function call(key: string, line: string, body?: unknown): Promise<TestResponse> {
  const connected = connections.get(key) ?? product.connect(key);
  connections.set(key, connected);
  return product.send(line, body, { as: (await connected).as });
}
const rows = async (key: string, path: string) => {
  const reply = await call(key, `GET ${path}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};

test("spec §4 POST /formulas: creates a formula and returns its record", async () => {
  const { status, body } = await product.send("POST /formulas", aFormula({ name: "Made" }));
  expect([status, body.name]).toEqual([200, "Made"]);
  expect((await product.send(`GET /formulas/${body.id}`)).body).toEqual(body);
});

// The response is a list of the executions that were started; with a preference to wait, of the finished one.
test("spec §4 POST /formulas/instances/{id}/executions: runs a manual formula, at once or to its end", async () => {
  const { formulaInstanceId } = await product.aRunnable(aFormula());
  const path = `POST /formulas/instances/${formulaInstanceId}/executions`;
  const started = await product.send(path, { n: 7 });
  expect(started).toMatchObject({ status: 200, body: [{ id: expect.any(Number), status: "pending" }] });
  const waited = await product.send(path, { n: 7 }, { headers: { prefer: "wait=20" } });
  expect(waited.body).toMatchObject([{ status: "success", result: { seen: { n: 7 } } }]);
  expect((await product.send("POST /formulas/instances/99999999/executions", {})).status).toBe(404);
});

test("spec §4 POST /instances, GET /instances/{id}: give id and token, the one when it is made, the other again", async () => {
  const configuration = { username: CREDENTIALS.beacon.apiKey };
  const created = await product.send("POST /instances", { name: "i", element: { key: "demobeacon" }, configuration });
  expect(created.body).toMatchObject({ id: expect.any(Number), token: expect.any(String) });
  const read = await product.send(`GET /instances/${created.body.id}`);
  expect([read.status, read.body.token]).toEqual([200, created.body.token]);
  expect((await product.send("GET /instances/99999999")).status).toBe(404);
});

test("spec §4 GET /users/{emailOrId}; §5 elements-user-password, secrets of a user: returns the secret for the right password", async () => {
  const me = product.as as Person;
  const read = (who: string | number, headers = {}) => product.send(`GET /users/${who}`, undefined, { headers });
  for (const who of [me.id, me.email]) {
    const { status, body } = await read(who, { "elements-user-password": me.password });
    expect([status, body.id, body.secret]).toEqual([200, me.id, me.secret]);
  }
  expect((await read(me.id)).body).not.toHaveProperty("secret");
  expect((await read(me.id, { "elements-user-password": "wrong" })).status).toBe(401);
});

test.each([
  ["demodocuments", "/hubs/documents/files"],
  ["democrm", "/hubs/crm/contacts"],
  ["demomail", "/hubs/general/messages"],
  ["demohr", "/hubs/humancapital/events"],
])("spec §4 /hubs/{hub}/{resource}; §1 hubs: %s returns %s in pages", async (key, path) => {
  const both = await rows(key, `${path}?pageSize=2`);
  expect(both).toHaveLength(2);
  const first = await call(key, `GET ${path}?pageSize=1`);
  const second = await rows(key, `${path}?pageSize=1&nextPage=${first.headers.get("elements-next-page-token")}`);
  expect([...first.body, ...second]).toEqual(both);
});

test.each([
  ["demodocuments", "/hubs/documents/files", "/metadata"],
  ["democrm", "/hubs/crm/contacts", ""],
  ["demomail", "/hubs/general/messages", ""],
  ["demohr", "/hubs/humancapital/employees", ""],
])("spec §4 /hubs/{hub}/{resource}: %s returns one object of %s by its id", async (key, path, end) => {
  const [first] = await rows(key, `${path}?pageSize=1`);
  expect((await call(key, `GET ${path}/${first.id}${end}`)).body.id).toBe(first.id);
});

test("spec §4 /hubs/{hub}/{resource}: filters lists by the where parameter", async () => {
  const [contact] = await rows("democrm", "/hubs/crm/contacts?pageSize=1");
  expect(await rows("democrm", `/hubs/crm/contacts?where=email='${contact.email}'`)).toEqual([contact]);
  const wrong = await call("democrm", "GET /hubs/crm/contacts?where=email ~ 1");
  expect(wrong.status).toBe(400);
});

test("spec §4 GET /{objectName}: an object of an instance by its name", async () => {
  expect(await rows("democrm", "/contacts?pageSize=2")).toEqual(await rows("democrm", "/hubs/crm/contacts?pageSize=2"));
});

test("spec §4 fetchall; §9 fetchall: every object at once", async () => {
  const all = await rows("demohelpdesk", "/users?fetchall=true");
  const { headers } = await call("demohelpdesk", "GET /users?pageSize=2&returnCount=true");
  expect(headers.get("elements-next-page-token")).not.toBeNull();
  expect(all.length).toBeGreaterThan(2);
  expect(new Set(all.map(({ id }: { id: number }) => id)).size).toBe(all.length);
});

test("spec §4 GET /forms/{formId}/leads: the leads of a form", async () => {
  const [form] = await rows("demomarketing", "/forms?pageSize=1");
  expect((await rows("demomarketing", `/forms/${form.id}/leads?pageSize=2`)).length).toBe(2);
});

test("spec §4 GET /purchase-invoices; §9 two single quotes: two quotes in a value mean one", async () => {
  const found = await rows("demoaccounting", "/purchase-invoices?where=vendorName='O''Brien %26 Sons'&pageSize=5");
  expect(new Set(found.map(({ vendorName }: { vendorName: string }) => vendorName))).toEqual(
    new Set(["O'Brien & Sons"]),
  );
});

test.each(["followers-statistics", "status-statistics"])(
  "spec §4 companies statistics; §8 default page size 200: %s have pages of 200 rows by default",
  async (name) => {
    expect(await rows("demosocial", `/companies/1/${name}`)).toHaveLength(200);
    expect(await rows("demosocial", `/companies/1/${name}?pageSize=3&page=2`)).toHaveLength(3);
  },
);

test.each(["comments", "likes"])(
  "spec §4 companies updates; §8 unpaged rows: %s are 100 at most, since the provider gives no more",
  async (name) => {
    expect(await rows("demosocial", `/companies/1/updates/${name}`)).toHaveLength(100);
  },
);

test.each([
  ["time-entries", { minutes: 5 }],
  ["members", { user_id: 3 }],
  ["comments", { body: "Done" }],
])(
  "spec §4 GET /incidents/{id}/time-entries, POST /incidents/{id}/members, GET /incidents/{id}/comments: %s are added to an incident and listed",
  async (name, created) => {
    const added = await call("demohelpdesk", `POST /incidents/2/${name}`, created);
    expect(added).toMatchObject({ status: 200, body: created });
    expect((await rows("demohelpdesk", `/incidents/2/${name}`)).at(-1)).toMatchObject(created);
  },
);

test("spec §4 GET /users: of an element are found by e-mail", async () => {
  const { email, ...user } = (await call("demohelpdesk", "GET /users/5")).body;
  expect(await rows("demohelpdesk", `/users?where=email='${email}'`)).toEqual([{ ...user, email }]);
});

test.each(["/contacts", "/accounts", "/opportunities", "/contacts/con_1/activities"])(
  "spec §4 paged CRM lists; §8 default page size 100: %s has 100 rows a page by default",
  async (path) => {
    const { body, headers } = await call("democrm", `GET ${path}`);
    expect(body).toHaveLength(100);
    const next = await rows("democrm", `${path}?nextPage=${headers.get("elements-next-page-token")}`);
    expect(next[0]).not.toEqual(body[0]);
  },
);

test("spec §4 paged CRM lists: activities of an account are paged too", async () => {
  const { body, headers } = await call("democrm", "GET /accounts/acc_1/activities?pageSize=1");
  const token = headers.get("elements-next-page-token");
  const [second] = await rows("democrm", `/accounts/acc_1/activities?pageSize=1&nextPage=${token}`);
  expect([body.length, second.id]).not.toEqual([1, body[0].id]);
});

test("spec §4 custom-objects: are made, searched, read, changed and deleted", async () => {
  const { body: created } = await call("demomarketing", "POST /custom-objects", { name: "A car", kind: "car" });
  expect(
    (await rows("demomarketing", "/custom-objects?where=name='A car'")).map(({ id }: { id: unknown }) => id),
  ).toContain(created.id);
  const path = `/custom-objects/${created.id}`;
  expect((await call("demomarketing", `PATCH ${path}`, { kind: "bike" })).status).toBe(200);
  expect((await call("demomarketing", `GET ${path}`)).body).toMatchObject({ name: "A car", kind: "bike" });
  expect((await call("demomarketing", `DELETE ${path}`)).status).toBe(200);
  expect((await call("demomarketing", `GET ${path}`)).status).toBe(404);
});

test("spec §4 custom-objects: can be polled", async () => {
  const { body } = await product.send("GET /elements/demomarketing/metadata");
  expect(body.events.polling).toHaveProperty("custom-objects");
});

// The product decides which methods it has.
test("spec §4 /checks: of the accounting element are made, read, changed and deleted", async () => {
  const { body: created } = await call("demoaccounting", "POST /checks", { payee: "O'Brien" });
  const path = `/checks/${created.documentId}`;
  expect((await call("demoaccounting", `PATCH ${path}`, { memo: "Rent" })).status).toBe(200);
  expect((await call("demoaccounting", `GET ${path}`)).body).toMatchObject({ payee: "O'Brien", memo: "Rent" });
  expect((await call("demoaccounting", `DELETE ${path}`)).status).toBe(200);
});

test("spec §4 /organizations; §1 organizations: the customer that a user belongs to, with its accounts and users", async () => {
  const { body: mine } = await product.send("GET /organizations/me");
  expect(mine).toMatchObject({ id: expect.any(Number), name: expect.any(String) });
  const { body: users } = await product.send("GET /organizations/users");
  expect(users.map(({ id }: { id: number }) => id)).toContain((product.as as Person).id);
  const { body: accounts } = await product.send(`GET /organizations/${mine.id}/accounts`);
  expect(accounts).toHaveLength(1);
});

test.each(["GET /customers/me", "GET /customers/organizations", "GET /customers/identity-providers"])(
  "spec §4 /customers: %s exists, and says what to use instead",
  async (line) => {
    const { status, body } = await product.send(line);
    expect([status, body.message]).toEqual([501, expect.stringMatching(/organizations|OIDC_ISSUER/)]);
  },
);

describe("management", () => {
  test("spec §4 management endpoints: formulas are listed, read, replaced, changed and deleted", async () => {
    const { body: created } = await product.send("POST /formulas", aFormula({ name: "Managed" }));
    const path = `/formulas/${created.id}`;
    const list = async () => (await product.send("GET /formulas")).body.map(({ id }: { id: number }) => id);
    expect(await list()).toContain(created.id);
    expect((await product.send(`PUT ${path}`, { ...created, name: "Replaced" })).body.name).toBe("Replaced");
    expect((await product.send(`PATCH ${path}`, { active: false })).body.active).toBe(false);
    expect((await product.send(`DELETE ${path}`)).status).toBe(200);
    expect((await product.send(`GET ${path}`)).status).toBe(404);
    expect(await list()).not.toContain(created.id);
  });

  test("spec §4 management endpoints: so are formula instances", async () => {
    const { formulaId, formulaInstanceId } = await product.aRunnable(aFormula());
    const path = `/formulas/${formulaId}/instances`;
    expect((await product.send(`GET ${path}`)).body.map(({ id }: { id: number }) => id)).toEqual([formulaInstanceId]);
    const changed = await product.send(`PUT ${path}/${formulaInstanceId}`, { name: "Renamed" });
    expect(changed.body).toMatchObject({ id: formulaInstanceId, name: "Renamed" });
    expect((await product.send(`DELETE ${path}/${formulaInstanceId}`)).status).toBe(200);
    expect((await product.send(`GET ${path}`)).body).toEqual([]);
  });

  test("spec §4 management endpoints; §1 element builder, elements: element definitions, and an instance of one is called", async () => {
    const port = await freePort();
    const element = {
      name: "Of the builder",
      description: "Made here",
      hub: "crm",
      authentication: { type: "apiKey" },
      configuration: [
        { key: "base.url", name: "Base", description: "Base", defaultValue: `http://127.0.0.1:${port}` },
        { key: "username", name: "Key", description: "The API key", required: true },
      ],
      parameters: [{ name: "username", type: "configuration", vendorName: "X-Key", vendorType: "header" }],
      hooks: [{ type: "preRequest", body: "done({ continue: false, response_body: request_vendor_headers });" }],
      resources: [{ method: "GET", path: "/contacts", vendorPath: "/contacts" }],
      objects: [{ name: "contacts" }],
    };
    const { body: created } = await product.send("POST /elements", element);
    expect((await product.send(`GET /elements/${created.key}`)).body).toEqual(created);
    const changed = await product.send(`PUT /elements/${created.id}`, { ...created, description: "Changed" });
    expect(changed.body.description).toBe("Changed");
    const configuration = { username: "their key" };
    const { body: instance } = await product.send(`POST /elements/${created.id}/instances`, {
      name: "i",
      configuration,
    });
    const { body } = await product.send("GET /contacts", undefined, { as: asElement(product.as, instance.token) });
    expect(body).toMatchObject({ "X-Key": "their key" });
    await product.send(`DELETE /instances/${instance.id}`);
    expect((await product.send(`DELETE /elements/${created.id}`)).status).toBe(200);
    expect((await product.send(`GET /elements/${created.key}`)).status).toBe(404);
  });
});
