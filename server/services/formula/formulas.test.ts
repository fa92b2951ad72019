import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { aFormula, aStep } from "#server/testing/formulas.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";

let api: TestApi;
let acme: TestOrganization;
beforeAll(async () => {
  api = await anApi();
  acme = await anOrganization(api.app);
});
afterAll(() => api.close());

const send: TestApi["fetch"] = (path, request = {}) => api.fetch(path, { as: acme.designer, ...request });
const create = (body: unknown = aFormula()) => send("/formulas", { method: "POST", body });
const created = async (body: unknown = aFormula()) => (await create(body)).body;
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

describe("POST /formulas", () => {
  test("responds with 200 and the record: ids, owner, dates, and the defaults", async () => {
    const body = aFormula({
      description: "Says hello.",
      configuration: [{ key: "greeting", name: "Greeting", type: "value" }],
    });
    const reply = await create(body);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      id: expect.any(Number),
      name: body.name,
      description: "Says hello.",
      userId: acme.designer.id,
      accountId: acme.accountId,
      createdDate: expect.stringMatching(DATE),
      updatedDate: expect.stringMatching(DATE),
      active: true,
      singleThreaded: false,
      debugLoggingEnabled: true,
      debugLoggingExpires: expect.stringMatching(DATE),
      triggers: [
        {
          id: expect.any(Number),
          name: "trigger",
          type: "manual",
          properties: {},
          onSuccess: ["first"],
          onFailure: [],
          async: true,
        },
      ],
      steps: [{ id: expect.any(Number), ...aStep("first") }],
      configuration: [{ id: expect.any(Number), key: "greeting", name: "Greeting", type: "value", required: true }],
      subFormulas: [],
    });
    expect(Date.parse(reply.body.debugLoggingExpires) - Date.parse(reply.body.createdDate)).toBe(8 * 3600_000);
  });

  test("ids of parts are unique over all formulas", async () => {
    const ids = (await Promise.all([created(), created()])).flatMap(({ triggers, steps }) =>
      [...triggers, ...steps].map(({ id }) => id),
    );
    expect(new Set(ids).size).toBe(4);
  });

  test("read-only and unknown fields are accepted and ignored (A12)", async () => {
    const reply = await create(
      aFormula({
        id: 7,
        userId: 99,
        accountId: 99,
        organizationId: 99,
        createdDate: "x",
        subFormulas: [{}],
        api: "GET /x",
        token: "t",
      }),
    );
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ userId: acme.designer.id, accountId: acme.accountId });
    expect(reply.body).not.toHaveProperty("token");
    expect(await api.app.db.prisma.formula.findUnique({ where: { id: reply.body.id } })).toMatchObject({
      organizationId: acme.id,
    });
  });

  test("null entries in steps are tolerated, and the one body without a name that a client sends", async () => {
    expect(await create({ steps: [null] })).toMatchObject({ status: 200, body: { steps: [], name: "Formula" } });
    expect(await create({ name: "a", steps: [null, aStep("b")], triggers: null, configuration: null })).toMatchObject({
      status: 200,
    });
  });

  test("a name is required and named", async () => {
    for (const body of [{}, { steps: [] }, { steps: [aStep("a")] }, { steps: [null], triggers: [] }, { steps: null }])
      expect(await create(body)).toMatchObject({ status: 400, body: { message: expect.stringContaining("name") } });
    expect(await create(aFormula({ name: "" }))).toMatchObject({ status: 400 });
    expect((await create("")).status).toBe(400);
  });

  test("HTML is stripped from names", async () => {
    const name = `<a href="#" onClick="javascript:alert('xss')">acme-xss</a>`;
    expect((await created(aFormula({ name }))).name).toBe("acme-xss");
    const { id } = await created();
    expect((await send(`/formulas/${id}`, { method: "PUT", body: { name } })).body.name).toBe("acme-xss");
    expect((await send(`/formulas/${id}`, { method: "PATCH", body: { name } })).body.name).toBe("acme-xss");
  });

  test("null fields are omitted from replies", async () => {
    const reply = await create(
      aFormula({
        engine: null,
        method: null,
        uri: null,
        description: null,
        steps: [aStep("a", { properties: { body: "done()", scriptEngine: null } })],
      }),
    );
    for (const field of ["engine", "method", "uri", "api", "description"]) expect(reply.body).not.toHaveProperty(field);
    expect(reply.body.steps[0].properties).toEqual({ body: "done()" });
  });

  test("two formulas may have one name", async () => {
    expect((await create(aFormula({ name: "twin" }))).status).toBe(200);
    expect((await create(aFormula({ name: "twin" }))).status).toBe(200);
  });

  test("A21: over 1 MB is 413", async () => {
    expect((await create(aFormula({ description: "x".repeat(1024 * 1024) }))).status).toBe(413);
  });

  test("A22: more than a thousand steps are 400 and the limit is named", async () => {
    const steps = Array.from({ length: 1001 }, (_, index) => aStep(`s${index}`, { properties: {} }));
    expect(await create(aFormula({ steps }))).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("1000") },
    });
  });
});

describe("GET /formulas", () => {
  let own: TestOrganization;
  const list = (query = "") => api.fetch(`/formulas${query}`, { as: own.designer });
  beforeAll(async () => {
    own = await anOrganization(api.app);
    expect((await list()).body).toEqual([]);
    for (const name of ["one", "two", "it's three", "four"]) {
      await api.fetch("/formulas", { as: own.designer, method: "POST", body: aFormula({ name }) });
    }
  });

  test("is newest first with counts", async () => {
    const reply = await list();
    expect(reply.body.map(({ name }: { name: string }) => name)).toEqual(["four", "it's three", "two", "one"]);
    expect(reply.headers.get("elements-total-count")).toBe("4");
    expect(reply.headers.get("elements-next-page-token")).toBeNull();
  });

  test("comes in pages", async () => {
    const first = await list("?pageSize=3");
    const second = await list(`?pageSize=3&nextPage=${first.headers.get("elements-next-page-token")}`);
    expect([first.body.length, second.body.length, second.body[0].name]).toEqual([3, 1, "one"]);
    expect([second.headers.get("elements-total-count"), second.headers.get("elements-next-page-token")]).toEqual([
      "4",
      null,
    ]);
  });

  test("abridged has triggers and name but no steps", async () => {
    for (const formula of (await list("?abridged=true")).body) {
      expect(formula).toMatchObject({ name: expect.any(String), triggers: [{ type: "manual" }] });
      expect(formula).not.toHaveProperty("steps");
    }
    expect((await list("?abridged=false")).body[0]).toHaveProperty("steps");
    expect((await list("?abridged=maybe")).status).toBe(400);
  });

  test.each([
    ["name='two'", ["two"]],
    ["name = 'it''s three'", ["it's three"]],
    ["name in ('one','two', 'five')", ["two", "one"]],
    ["name in ('one','two') and active='true'", ["two", "one"]],
    ["name='one' AND name='two'", []],
    ["active = false", []],
  ])("where %s", async (where, names) => {
    const reply = await list(`?where=${encodeURIComponent(where)}`);
    expect([reply.status, reply.body.map(({ name }: { name: string }) => name)]).toEqual([200, names]);
  });

  test.each([
    "password='x'",
    "name",
    "name=",
    "name=x",
    "name in 'a'",
    "name in ('a'",
    "name='a' or name='b'",
    "name='a' x",
    "name='a",
    "'; drop",
  ])("where %s is 400", async (where) => expect((await list(`?where=${encodeURIComponent(where)}`)).status).toBe(400));

  test("an empty where is none", async () => expect((await list("?where=&includeSystem=true")).body).toHaveLength(4));
});

describe("one formula", () => {
  test("is read, exported and deleted", async () => {
    const formula = await created();
    expect((await send(`/formulas/${formula.id}`)).body).toEqual(formula);
    const exported = await send(`/formulas/${formula.id}/export`);
    expect(exported.body).toEqual(formula);
    expect(exported.headers.get("content-disposition")).toContain("attachment");
    expect(await send(`/formulas/${formula.id}`, { method: "DELETE" })).toMatchObject({ status: 200, body: {} });
    expect((await send(`/formulas/${formula.id}`)).status).toBe(404);
  });

  test.each([
    "GET /formulas/-1",
    "GET /formulas/-1/export",
    "GET /formulas/99999999",
    "PUT /formulas/99999999",
    "PATCH /formulas/99999999",
    "DELETE /formulas/99999999",
    "GET /formulas/abc/docs",
    "GET /formulas/99999999/steps",
  ])("%s is 404", async (call) => {
    const [method = "", path = ""] = call.split(" ");
    const body = method === "PUT" || method === "PATCH" ? { name: "x" } : undefined;
    expect((await send(path, { method, body })).status).toBe(404);
  });

  test("an export can be created again", async () => {
    const { body } = await send(`/formulas/${(await created()).id}/export`);
    expect(await create(body)).toMatchObject({ status: 200, body: { name: body.name, steps: [{ name: "first" }] } });
  });

  test("PUT replaces it; steps and variables of the same name keep their ids", async () => {
    const before = await created(aFormula({ steps: [aStep("first"), aStep("second")] }));
    const body = { ...before, steps: [aStep("third"), aStep("second")], description: "new" };
    const reply = await send(`/formulas/${before.id}`, { method: "PUT", body });
    expect(reply.body).toMatchObject({ id: before.id, description: "new", createdDate: before.createdDate });
    expect(reply.body.steps[1].id).toBe(before.steps[1].id);
    const olds = before.steps.map(({ id }: { id: number }) => id);
    expect(olds).not.toContain(reply.body.steps[0].id);
  });

  test("PUT of a name alone is valid and leaves nothing else", async () => {
    const { id } = await created();
    expect(await send(`/formulas/${id}`, { method: "PUT", body: { name: "bare" } })).toMatchObject({
      status: 200,
      body: { name: "bare", steps: [], triggers: [], active: true },
    });
  });

  test.each([
    { name: "patched" },
    { description: "d" },
    { active: false },
    { engine: "v3" },
    { singleThreaded: true },
    { debugLoggingEnabled: false },
    { method: "GET", uri: "/patched" },
  ])("PATCH %j changes that and nothing else", async (patch) => {
    const before = await created();
    const reply = await send(`/formulas/${before.id}`, { method: "PATCH", body: patch });
    expect(reply.status).toBe(200);
    const { updatedDate: _, ...unchanged } = before;
    expect((await send(`/formulas/${before.id}`)).body).toMatchObject({ ...unchanged, ...patch });
    expect(reply.body).toMatchObject(patch);
    await send(`/formulas/${before.id}`, { method: "DELETE" });
  });

  test("PATCH with method and uri null takes the formula out of the API", async () => {
    const { id } = await created(aFormula({ method: "GET", uri: "/acme-resource" }));
    const exposed = (await send(`/formulas/${id}`)).body;
    expect(exposed).toMatchObject({ method: "GET", uri: "/acme-resource", api: "GET /acme-resource" });
    const reply = await send(`/formulas/${id}`, { method: "PATCH", body: { method: null, uri: null } });
    for (const field of ["method", "uri", "api"]) expect(reply.body).not.toHaveProperty(field);
  });

  test("every write keeps a revision", async () => {
    const { id } = await created();
    await send(`/formulas/${id}`, { method: "PATCH", body: { description: "two" } });
    await send(`/formulas/${id}/steps`, { method: "POST", body: aStep("more") });
    const revisions = await api.app.db.prisma.formulaRevision.findMany({
      where: { formulaId: id },
      orderBy: { revision: "asc" },
    });
    expect(revisions.map(({ revision }) => revision)).toEqual([1, 2, 3]);
    expect(revisions[0]?.definition).not.toHaveProperty("description");
    expect(revisions[2]?.definition).toMatchObject({
      description: "two",
      steps: [{ name: "first" }, { name: "more" }],
    });
    await send(`/formulas/${id}`, { method: "DELETE" });
    expect(await api.app.db.prisma.formulaRevision.count({ where: { formulaId: id } })).toBe(3);
  });

  test("writes at once all count", async () => {
    const { id } = await created();
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        send(`/formulas/${id}/steps`, { method: "POST", body: aStep(`s${index}`) }),
      ),
    );
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(8);
    expect((await send(`/formulas/${id}/steps`)).body).toHaveLength(9);
  });

  test("DELETE is 409 while it has instances", async () => {
    const { id } = await created();
    const { body: instance } = await send(`/formulas/${id}/instances`, { method: "POST", body: { name: "i" } });
    expect(await send(`/formulas/${id}`, { method: "DELETE" })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("has 1 formula instance. Delete its instances first.") },
    });
    await send(`/formulas/instances/${instance.id}`, { method: "DELETE" });
    expect((await send(`/formulas/${id}`, { method: "DELETE" })).status).toBe(200);
  });

  test("subFormulas holds the records of the formulas its steps run, and of those that these run", async () => {
    const child = await created(aFormula({ name: "child" }));
    const runs = (id: number | string) => [aStep("sub", { type: "formula", properties: { formulaId: id } })];
    const middle = await created(aFormula({ steps: runs(child.id) }));
    const parent = await created(
      aFormula({
        steps: [...runs(String(middle.id)), aStep("none", { type: "formula", properties: { formulaId: -1 } })],
      }),
    );
    expect(parent.subFormulas).toMatchObject([
      { id: middle.id, subFormulas: [{ id: child.id, name: "child", subFormulas: [] }] },
    ]);
    await send(`/formulas/${child.id}`, { method: "PUT", body: aFormula({ steps: runs(parent.id) }) });
    expect((await send(`/formulas/${parent.id}`)).status).toBe(200);
  });

  test("docs of a formula as a resource have its one path with its one method", async () => {
    const { id } = await created(aFormula({ method: "POST", uri: "/documented" }));
    const { body } = await send(`/formulas/${id}/docs`);
    expect(body.swagger).toBe("2.0");
    expect(Object.keys(body.paths)).toEqual(["/documented"]);
    expect(Object.keys(body.paths["/documented"])).toEqual(["post"]);
  });

  test("monitored is for administrators of the organization", async () => {
    const { id } = await created();
    expect((await send(`/formulas/${id}/monitored`, { method: "PUT", body: {} })).status).toBe(403);
    expect((await send(`/formulas/${id}/monitored`, { as: acme.administrator, method: "PUT", body: {} })).status).toBe(
      200,
    );
    expect((await send(`/formulas/${id}/monitored`, { as: acme.administrator, method: "DELETE" })).status).toBe(200);
  });
});

describe("a formula as a resource", () => {
  test("method and uri come together, on a manual trigger", async () => {
    expect((await create(aFormula({ method: "GET" }))).status).toBe(400);
    const scheduled = [{ type: "scheduled", properties: { cron: "0 0 0 * * ?" }, onSuccess: [] }];
    expect((await create(aFormula({ method: "GET", uri: "/x-scheduled", triggers: scheduled }))).status).toBe(400);
    const { id } = await created(aFormula({ triggers: scheduled }));
    expect(
      (await send(`/formulas/${id}`, { method: "PATCH", body: { method: "GET", uri: "/x-scheduled" } })).status,
    ).toBe(400);
  });

  test.each([
    "/accounts",
    "/formulas/instances",
    "/users/me",
    "/Elements",
    "missing-a-slash",
    "/a//b",
    "/..",
    "/a b",
    "/",
  ])("uri %s is 400", async (uri) => {
    expect((await create(aFormula({ method: "GET", uri }))).status).toBe(400);
  });

  test("the same method and uri twice in one account is 409, by POST, PUT and PATCH", async () => {
    expect((await create(aFormula({ method: "GET", uri: "/taken" }))).status).toBe(200);
    expect(await create(aFormula({ method: "GET", uri: "/taken" }))).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("uri") },
    });
    const { id } = await created(aFormula({ method: "POST", uri: "/taken" }));
    expect((await send(`/formulas/${id}`, { method: "PATCH", body: { method: "GET" } })).status).toBe(409);
    expect(
      (await send(`/formulas/${id}`, { method: "PUT", body: aFormula({ method: "GET", uri: "/taken" }) })).status,
    ).toBe(409);
    const other = await anOrganization(api.app);
    expect(
      (
        await api.fetch("/formulas", {
          as: other.designer,
          method: "POST",
          body: aFormula({ method: "GET", uri: "/taken" }),
        })
      ).status,
    ).toBe(200);
  });
});

describe("access", () => {
  test("users of the default account see all; others their own account's and the default account's, not siblings'", async () => {
    const own = await anOrganization(api.app);
    const [ann, bob] = [await own.aColleague(), await own.aColleague()];
    const carol = await own.aColleague({ accountId: ann.accountId });
    const add = async (as: typeof ann, name: string) =>
      (await api.fetch("/formulas", { as, method: "POST", body: aFormula({ name }) })).body.id;
    const ids = {
      admin: await add(own.administrator, "admin"),
      ann: await add(ann, "ann"),
      bob: await add(bob, "bob"),
    };
    const seen = async (as: typeof ann) =>
      (await api.fetch("/formulas", { as })).body.map(({ name }: { name: string }) => name);
    expect(await seen(own.designer)).toEqual(["bob", "ann", "admin"]);
    expect(await seen(carol)).toEqual(["ann", "admin"]);
    expect((await api.fetch(`/formulas/${ids.bob}`, { as: ann })).status).toBe(404);
    const rename = (as: typeof ann, id: number) =>
      api.fetch(`/formulas/${id}`, { as, method: "PATCH", body: { description: "mine" } });
    expect((await rename(carol, ids.ann)).status).toBe(200);
    expect((await rename(ann, ids.admin)).status).toBe(403);
    expect((await rename(ann, ids.bob)).status).toBe(404);
    expect((await rename(own.administrator, ids.bob)).status).toBe(200);
  });

  test("a viewer reads and changes nothing", async () => {
    const { id } = await created();
    expect((await send(`/formulas/${id}`, { as: acme.viewer })).status).toBe(200);
    expect((await send("/formulas", { as: acme.viewer, method: "POST", body: aFormula() })).status).toBe(403);
    expect((await send(`/formulas/${id}`, { as: acme.viewer, method: "DELETE" })).status).toBe(403);
  });
});
