import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readZippedFiles, zipFiles } from "#server/api/zipped-files.ts";
import { DEFINITION_KINDS } from "#server/definition-files/definition-kinds.ts";
import { readFiles } from "#server/definition-files/read-files.ts";
import { isSecretName } from "#server/element/auth/secrets.ts";
import { type AuthHeaders, anApi, type TestApi } from "#server/testing/api.ts";
import { anElement, insertElement } from "#server/testing/elements.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";

let api: TestApi;
let acme: TestOrganization;
let other: TestOrganization;
beforeAll(async () => {
  api = await anApi();
  acme = await anOrganization(api.app);
  other = await anOrganization(api.app);
});
afterAll(() => api.close());

type Files = Record<string, unknown>;
const textsOf = (files: Files) =>
  new Map(
    Object.entries(files).map(([at, content]) => [at, typeof content === "string" ? content : JSON.stringify(content)]),
  );

async function send(
  to: string,
  files: Files,
  { as = acme.designer, options }: { as?: AuthHeaders; options?: object } = {},
) {
  const form = new FormData();
  if (options) form.set("options", JSON.stringify(options));
  form.set("file", new Blob([(await zipFiles(textsOf(files))) as Uint8Array<ArrayBuffer>]), "all.zip");
  const request = new Response(form);
  return api.fetch(to, {
    as,
    method: "POST",
    headers: { "content-type": request.headers.get("content-type") ?? "" },
    body: new Uint8Array(await request.arrayBuffer()),
  });
}
const importAs = (files: Files, more?: Parameters<typeof send>[2]) => send("/definitions/import", files, more);
const planAs = (files: Files, more?: Parameters<typeof send>[2]) => send("/definitions/import/plan", files, more);

async function exported(as: AuthHeaders, query = "") {
  const { status, headers, bytes } = await api.fetch(`/definitions/export${query}`, {
    as,
    headers: { accept: "application/zip" },
  });
  expect([status, headers.get("content-type")]).toEqual([200, "application/zip"]);
  return Object.fromEntries(await readZippedFiles(bytes));
}

const manual = { type: "manual", name: "trigger", onSuccess: [] };
const aStep = (name: string, type: string, properties: object) => ({ name, type, properties });
const crm = {
  name: "Own CRM",
  key: "owncrm",
  description: "A CRM",
  authentication: { type: "apiKey" },
  configuration: [
    { key: "base.url", name: "Base URL", defaultValue: "https://crm.test" },
    { key: "oauth.api.secret", name: "Secret", type: "PASSWORD", defaultValue: "very-secret-value" },
  ],
  hooks: [{ type: "preRequest", body: "done({});" }],
  resources: [{ method: "GET", path: "/contacts", vendorPath: "/people" }],
};
const inner = {
  id: 700,
  name: "Inner",
  triggers: [manual],
  steps: [aStep("work", "script", { body: "done({ a: 1 });" })],
};
const outer = {
  id: 701,
  name: "Outer",
  triggers: [manual],
  steps: [aStep("run", "formula", { formulaId: "700" })],
};

const actionsOf = ({ body }: { body: { definitions: { name: string; action: string }[] } }) =>
  body.definitions.map(({ name, action }) => `${name} ${action}`);

test("a folder goes in, comes out for a repository, and goes in elsewhere without being changed by it", async () => {
  const files = { "outer.json": outer, "inner.json": inner, "elements/own/element.json": crm };
  const plan = await planAs(files);
  expect([plan.status, actionsOf(plan)]).toEqual([200, ["owncrm create", "Inner create", "Outer create"]]);
  expect((await api.fetch("/formulas", { as: acme.designer })).body).toEqual([]);

  const first = await importAs(files);
  expect([first.status, actionsOf(first)]).toEqual([200, actionsOf(plan)]);
  const ids = Object.fromEntries(
    first.body.definitions.map(({ name, id }: { name: string; id: number }) => [name, id]),
  );
  const saved = (await api.fetch(`/formulas/${ids.Outer}`, { as: acme.designer })).body;
  expect(saved.steps[0].properties.formulaId).toBe(String(ids.Inner));

  const out = await exported(acme.designer);
  expect(Object.keys(out)).toEqual([
    "elements/owncrm/element.json",
    "elements/owncrm/preRequest.js",
    "formulas/Inner/formula.json",
    "formulas/Inner/work.js",
    "formulas/Outer/formula.json",
  ]);
  expect(JSON.stringify(out)).not.toContain("very-secret-value");
  expect(await exported(acme.designer)).toEqual(out);
  expect(actionsOf(await planAs(out))).toEqual(["owncrm unchanged", "Inner unchanged", "Outer unchanged"]);

  // In another organization the ids differ; everything else is the same.
  await importAs({ "Other.json": { ...inner, id: 1, name: "Other" } }, { as: other.designer });
  expect(actionsOf(await importAs(out, { as: other.designer }))).toEqual([
    "owncrm create",
    "Inner create",
    "Outer create",
  ]);
  const again = await exported(other.designer, "?names[]=Inner&names[]=Outer&names[]=owncrm");
  const ours = (text: string) => text.replaceAll(/"(id|formulaId)": "?\d+"?/g, '"$1"');
  for (const [at, text] of Object.entries(out)) expect(ours(again[at] ?? "")).toBe(ours(text));
});

test("an import by itself keeps a secret that is here and that no export has", async () => {
  const out = await exported(acme.designer, "?types[]=element");
  const changed = { ...out, "elements/owncrm/preRequest.js": "done({ changed: true });" };
  expect(actionsOf(await importAs(changed))).toEqual(["owncrm update"]);
  const { body } = await api.fetch("/elements/owncrm", { as: acme.designer });
  expect(body.hooks[0].body).toBe("done({ changed: true });");
  expect(body.configuration).toContainEqual(
    expect.objectContaining({ key: "oauth.api.secret", defaultValue: "very-secret-value" }),
  );
});

test("formulas that run each other are saved with each other's ids", async () => {
  const one = { ...outer, id: 1, name: "Ping", steps: [aStep("run", "formula", { formulaId: "2" })] };
  const two = { ...outer, id: 2, name: "Pong", steps: [aStep("run", "formula", { formulaId: "1" })] };
  const { status, body } = await importAs({ "one.json": one, "two.json": two });
  expect(status).toBe(200);
  const idOf = (name: string) => body.definitions.find((definition: { name: string }) => definition.name === name).id;
  for (const [name, runs] of [
    ["Ping", "Pong"],
    ["Pong", "Ping"],
  ] as const) {
    const saved = (await api.fetch(`/formulas/${idOf(name)}`, { as: acme.designer })).body;
    expect(saved.steps[0].properties.formulaId).toBe(String(idOf(runs)));
  }
});

describe("element instances", () => {
  const using = (elementInstanceId: number) => ({
    name: "Uses one",
    triggers: [manual],
    steps: [
      aStep("list", "elementRequest", {
        elementInstanceId: String(elementInstanceId),
        method: "GET",
        api: "/contacts",
      }),
    ],
    elementInstances: [{ id: elementInstanceId, elementKey: "plain", name: "Production", tags: ["eu"] }],
  });
  const connect = async (as: AuthHeaders, name: string, tags: string[] = []) =>
    (
      await api.fetch("/instances", {
        as,
        method: "POST",
        body: { name, element: { key: "plain" }, configuration: {}, tags },
      })
    ).body.id;

  test("are bound by element and tag, or chosen; those of other organizations are neither", async () => {
    for (const as of [acme.designer, other.designer])
      await api.fetch("/elements", { as, method: "POST", body: anElement({ key: "plain" }) });
    const foreign = await connect(other.designer, "Production", ["eu"]);
    const files = { "a.json": using(foreign) };
    expect((await importAs(files)).body.message).toMatch(
      /^Nothing was imported\. formula "Uses one": elementInstanceId of step "list": choose/,
    );
    const own = await connect(acme.designer, "Sandbox", ["eu"]);
    const plan = await planAs(files);
    expect(plan.body.instances).toMatchObject([{ instance: { id: foreign }, bound: { id: own, name: "Sandbox" } }]);
    const chosen = await planAs(files, { options: { instances: { [foreign]: foreign } } });
    expect(actionsOf(chosen)).toEqual(["Uses one blocked"]);
    expect(JSON.stringify(chosen.body.instances[0].candidates)).not.toContain(String(foreign));

    await connect(acme.designer, "Another", ["eu"]);
    expect(actionsOf(await planAs(files))).toEqual(["Uses one blocked"]);
    const { body } = await importAs(files, { options: { instances: { [foreign]: own } } });
    const saved = (await api.fetch(`/formulas/${body.definitions[0].id}`, { as: acme.designer })).body;
    expect(saved.steps[0].properties.elementInstanceId).toBe(String(own));
    const out = await exported(acme.designer, "?names[]=Uses one");
    expect(JSON.parse(out["formulas/Uses one/formula.json"] ?? "").elementInstances).toEqual([
      { elementKey: "plain", id: own, name: "Sandbox", tags: ["eu"] },
    ]);
  });
});

describe("element instances of an unknown element", () => {
  test("may be any that the caller sees", async () => {
    const connected = async (as: AuthHeaders, key: string) => {
      await api.fetch("/elements", { as, method: "POST", body: anElement({ key }) });
      const body = { name: key, element: { key }, configuration: {} };
      return (await api.fetch("/instances", { as, method: "POST", body })).body.id;
    };
    const own = [await connected(acme.designer, "first"), await connected(acme.designer, "second")];
    const foreign = await connected(other.designer, "third");
    const properties = { elementInstanceId: "987654", method: "GET", api: "/contacts" };
    const formula = {
      name: "From elsewhere",
      triggers: [manual],
      steps: [aStep("list", "elementRequest", properties)],
    };
    const files = { "a.json": formula };
    const [planned] = (await planAs(files)).body.instances;
    expect(planned).not.toHaveProperty("bound");
    expect(planned.candidates).toEqual(
      expect.arrayContaining(own.map((id) => expect.objectContaining({ id, elementKey: expect.any(String) }))),
    );
    expect(planned.candidates.map(({ id }: { id: number }) => id)).not.toContain(foreign);
    const chosen = await planAs(files, { options: { instances: { 987654: own[1] } } });
    expect(chosen.body.instances[0]).toMatchObject({ bound: { id: own[1] }, candidates: planned.candidates });
    expect(actionsOf(chosen)).toEqual(["From elsewhere create"]);
  });
});

describe("refusals", () => {
  test("one broken file is named", async () => {
    const form = new FormData();
    form.set("file", new Blob(["{"]), "sync-contacts.json");
    const request = new Response(form);
    const { status, body } = await api.fetch("/definitions/import/plan", {
      as: acme.designer,
      method: "POST",
      headers: { "content-type": request.headers.get("content-type") ?? "" },
      body: new Uint8Array(await request.arrayBuffer()),
    });
    expect([status, body.message]).toEqual([400, expect.stringContaining("sync-contacts.json: The file is not valid")]);
  });

  test("all of it, if one is blocked; the others go in if that is wanted", async () => {
    const files = {
      "good.json": { name: "Good", triggers: [manual], steps: [] },
      "bad.json": { name: "Bad", triggers: [manual], steps: [aStep("x", "teleport", {})] },
      "broken.json": "{",
    };
    const refused = await importAs(files);
    expect([refused.status, refused.body.message]).toEqual([
      400,
      expect.stringMatching(/^Nothing was imported\. formula "Bad": steps\.0\.type/),
    ]);
    expect((await api.fetch("/formulas?where=name='Good'", { as: acme.designer })).body).toEqual([]);
    const { body } = await importAs(files, { options: { skipBlocked: true } });
    expect(actionsOf({ body }).toSorted()).toEqual(["Bad blocked", "Good create"]);
    const except = [{ type: "formula", name: "Bad" }];
    expect(actionsOf(await importAs(files, { options: { except } })).toSorted()).toEqual([
      "Bad leftOut",
      "Good unchanged",
    ]);
    expect((await api.fetch("/formulas?where=name='Bad'", { as: acme.designer })).body).toEqual([]);
    expect(body.skipped).toEqual([{ path: "broken.json", message: expect.stringContaining("not valid JSON") }]);
  });

  test.each<[string, () => Promise<{ status: number; body: { message: string } }>, number, RegExp]>([
    ["viewers", () => importAs({ "a.json": inner }, { as: acme.viewer }), 403, /viewer/],
    ["nothing to import", () => importAs({ "a.json": { x: 1 } }), 400, /^files: there is no formula/],
    [
      "options of another shape",
      () => importAs({ "a.json": inner }, { options: { instances: { 5: "x" } } }),
      400,
      /instances/,
    ],
    [
      "two with the same name here",
      async () => {
        for (const _ of [1, 2])
          await api.fetch("/formulas", { as: acme.designer, method: "POST", body: { ...inner, name: "Twice" } });
        return importAs({ "a.json": { ...inner, name: "Twice", description: "changed" } });
      },
      400,
      /several with this name/,
    ],
  ])("%s", async (_, attempt, status, message) => {
    const refused = await attempt();
    expect([refused.status, refused.body.message]).toEqual([status, expect.stringMatching(message)]);
  });

  test("an account exports and replaces its own definitions only", async () => {
    const colleague = await acme.aColleague();
    expect(await exported(colleague)).toEqual({});
    expect(actionsOf(await planAs({ "a.json": inner }, { as: colleague }))).toEqual(["Inner create"]);
  });
});

const aBareElement = (key: string) => ({
  name: key,
  key,
  description: "x",
  authentication: { type: "custom" },
  configuration: [],
  resources: [],
});

test("a common resource moves with its levels and scripts, to the elements that are there", async () => {
  const [from, to] = [await anOrganization(api.app), await anOrganization(api.app)];
  const post = (at: string, body: object) => api.fetch(at, { as: from.administrator, method: "POST", body });
  for (const key of ["mapped", "gone"]) await post("/elements", aBareElement(key));
  const field = { path: "name", type: "string", vendorPath: "FullName" };
  const own = { vendorName: "people", fields: [field], script: { body: "done(transformedObject);" } };
  await post("/organizations/objects/persons/definitions", { fields: [{ path: "name" }] });
  await post("/organizations/elements/mapped/transformations/persons", own);
  await post("/accounts/elements/mapped/transformations/persons", {
    ...own,
    script: { body: "return {};" },
    configuration: [{ type: "inherit" }],
  });
  await post("/accounts/elements/gone/transformations/persons", own);
  const files = await exported(from.administrator);
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining([
      "common-resources/persons/common-resource.json",
      "common-resources/persons/mapped account.js",
      "common-resources/persons/mapped organization.js",
    ]),
  );
  const kept = Object.fromEntries(Object.entries(files).filter(([at]) => !at.startsWith("elements/gone")));
  const { body } = await importAs(kept, { as: to.administrator });
  expect(body.definitions).toMatchObject([
    { type: "element", name: "mapped", action: "create" },
    {
      type: "commonResource",
      name: "persons",
      action: "create",
      findings: [{ severity: "fails", message: expect.stringContaining('"gone"') }],
    },
  ]);
  const again = await exported(to.administrator);
  expect(again["common-resources/persons/mapped account.js"]).toBe("return {};\n");
  const plan = await planAs(again, { as: to.administrator });
  expect(plan.body.definitions.map(({ action }: { action: string }) => action)).toEqual(["unchanged", "unchanged"]);
  // Not all users may change parts of the organization.
  const third = await anOrganization(api.app);
  const refused = await importAs(again, { as: third.designer });
  expect(refused.body.definitions[1]).toMatchObject({
    type: "commonResource",
    error: expect.stringContaining("administrator of the organization"),
  });
});

const EXPORTS = path.resolve(import.meta.dirname, "../../../../shared/fixtures/exports");

describe.runIf(existsSync(EXPORTS))("definitions that were exported from another platform", () => {
  test("are the same when they are exported again", async () => {
    const files = Object.fromEntries(
      globSync("{elements,formulas,vdrs}/*.json", { cwd: EXPORTS }).map((at) => [
        at,
        readFileSync(path.join(EXPORTS, at), "utf8"),
      ]),
    );
    // The export does not contain the elements that the common resources map.
    const mapped = readFiles(textsOf(files)).definitions.flatMap(({ kind, json }) =>
      kind.referencesOf(json).filter(({ to }) => to === "element"),
    );
    for (const { name } of mapped) files[`elements/${name}.json`] ??= JSON.stringify(aBareElement(String(name)));
    const before = await anOrganization(api.app);
    const { status, body } = await importAs(files, { as: before.administrator });
    expect([status, body.definitions.map(({ error }: { error?: string }) => error ?? "")]).toEqual([
      200,
      body.definitions.map(() => ""),
    ]);
    const out = await exported(before.administrator);
    const normalized = (all: Files) =>
      readFiles(textsOf(all))
        .definitions.map(({ kind, name, json }) => [name, DEFINITION_KINDS[kind.noun].normalized(withoutIds(json))])
        .toSorted(([one], [another]) => (String(one) < String(another) ? -1 : 1));
    expect(normalized(out)).toEqual(normalized(files));
  });
});

/** Without the ids of other formulas, which differ between organizations, and the secrets of authors. */
const withoutIds = (json: object) =>
  JSON.parse(JSON.stringify(json).replaceAll(/"formulaId":"\d+"/g, '"formulaId":"1"'), (_, value) =>
    value?.key && (value.type === "PASSWORD" || isSecretName(value.key))
      ? { ...value, defaultValue: undefined }
      : value,
  );

describe("tests of formulas", () => {
  const recording = {
    ...{ trigger: { args: {} }, at: "2026-01-31T08:00:00Z", expected: { status: "success", steps: [] } },
    exchanges: [
      {
        step: "send",
        request: { method: "GET", address: "/contacts", elementInstanceId: "12" },
        response: { code: 200, headers: {}, body: [] },
      },
    ],
  };
  const tested = { name: "Tested", engine: "v3", triggers: [manual], steps: [] };

  test("exported files leave out the ids of element instances, and are unchanged on import", async () => {
    const mine = await anOrganization(api.app);
    const callApi = (path: string, body: unknown) => api.fetch(path, { as: mine.designer, method: "POST", body });
    const { body: formula } = await callApi("/formulas", tested);
    expect((await callApi(`/formulas/${formula.id}/tests`, { ...recording, name: "usual" })).status).toBe(200);
    const files = await exported(mine.designer);
    const at = "formula-tests/Tested%3A usual/formula-test.json";
    expect(Object.keys(files)).toContain(at);
    expect(JSON.parse(files[at] ?? "")).toMatchObject({ formula: "Tested", name: "usual" });
    expect(files[at]).not.toContain("elementInstanceId");
    const { body: plan } = await planAs(files, { as: mine.designer });
    expect(plan.definitions.map(({ type, action }: Record<string, string>) => `${type} ${action}`)).toEqual([
      "formula unchanged",
      "formulaTest unchanged",
    ]);
    const only = await exported(mine.designer, "?types[]=formulaTest");
    expect(Object.keys(only)).toEqual([at]);
  });

  test("an import saves them after their formula, replaces them by name, and refuses them without it", async () => {
    const theirs = await anOrganization(api.app);
    const as = theirs.designer;
    const file = { ...recording, formula: "Tested", name: "usual" };
    const files = { "formula-tests/a/formula-test.json": file, "formulas/Tested/formula.json": tested };
    const { status, body } = await importAs(files, { as });
    expect([status, body.definitions.map(({ type, action }: Record<string, string>) => [type, action])]).toEqual([
      200,
      [
        ["formula", "create"],
        ["formulaTest", "create"],
      ],
    ]);
    const [formula] = (await api.fetch("/formulas", { as })).body;
    const listed = async () => (await api.fetch(`/formulas/${formula.id}/tests`, { as })).body;
    expect(await listed()).toMatchObject([{ name: "usual" }]);
    const changed = { ...file, expected: { status: "failed", steps: [] } };
    expect((await importAs({ "formula-test.json": changed }, { as })).body.definitions).toMatchObject([
      { action: "update" },
    ]);
    expect(await listed()).toMatchObject([{ name: "usual", expected: { status: "failed" } }]);
    const lost = await planAs({ "formula-test.json": { ...file, formula: "Nowhere" } }, { as });
    expect(lost.body.definitions).toMatchObject([
      {
        action: "blocked",
        findings: [{ message: 'formula: the formula "Nowhere" is neither in the files nor in this organization.' }],
      },
    ]);
    await api.fetch("/formulas", { as, method: "POST", body: tested });
    const unclear = await importAs({ "formula-test.json": file }, { as });
    expect(unclear.body.definitions).toMatchObject([
      { error: 'There are several formulas "Tested". Rename all but one.' },
    ]);
    const broken = await planAs({ "formula-test.json": { ...file, at: "yesterday" } }, { as });
    expect(broken.body.definitions[0]).toMatchObject({
      action: "blocked",
      findings: [{ message: expect.stringMatching(/^at must be a date/) }],
    });
  });
});

describe("additions of an account to an element of the catalog", () => {
  const KEY = "catalogcrm";
  const hook = { type: "preRequest", body: "done({});" };
  const added = { method: "GET", path: "/hubs/crm/leads", vendorPath: "/leads", hooks: [hook] };
  const AT = `element-extensions/${KEY}`;
  beforeAll(async () => {
    const owner = await anOrganization(api.app);
    const objects = [{ name: "contacts", fields: [{ name: "id", type: "string" }] }];
    await insertElement(
      api.app,
      { organizationId: owner.id, accountId: owner.accountId, isCatalog: true },
      anElement({ ...crm, key: KEY, extendable: true, objects }),
    );
  });
  const callApi = (path: string, as: AuthHeaders, body?: unknown) =>
    api.fetch(path, { as, method: body ? "POST" : "GET", ...(body !== undefined && { body }) });

  test("is exported beside the account's own elements, and comes to another organization", async () => {
    const [mine, theirs] = [await anOrganization(api.app), await anOrganization(api.app)];
    expect((await callApi(`/elements/${KEY}/resources`, mine.designer, added)).status).toBe(200);
    expect(
      (await callApi(`/elements/${KEY}/objects`, mine.designer, { name: "leads", fields: [{ name: "id" }] })).status,
    ).toBe(200);
    const { body: objects } = await callApi(`/elements/${KEY}/objects`, mine.designer);
    const { id } = objects.find(({ name }: { name: string }) => name === "contacts");
    expect(
      (await callApi(`/elements/${KEY}/objects/${id}/fields`, mine.designer, { name: "score", type: "number" })).status,
    ).toBe(200);

    const files = await exported(mine.designer);
    expect(Object.keys(files)).toEqual([`${AT}/element-extension.json`, `${AT}/resources/GET leads/preRequest.js`]);
    expect(JSON.parse(files[`${AT}/element-extension.json`] ?? "")).toMatchObject({
      element: KEY,
      resources: [{ method: "GET", vendorPath: "/leads" }],
      objects: [{ name: "leads" }],
      fields: [{ object: "contacts", name: "score" }],
    });
    expect((await planAs(files, { as: mine.designer })).body.definitions).toMatchObject([{ action: "unchanged" }]);

    const { status, body } = await importAs(files, { as: theirs.designer });
    expect([status, body.definitions[0]?.action, body.definitions[0]?.error]).toEqual([200, "create", undefined]);
    expect(await exported(theirs.designer)).toEqual(files);
    const { body: resources } = await callApi(`/elements/${KEY}/resources?accountOnly=true`, theirs.designer);
    expect(resources).toMatchObject([{ path: "/hubs/crm/leads", hooks: [hook] }]);
  });

  test.each<[string, object, RegExp]>([
    [
      "an element that is not here",
      { element: "nobody", resources: [] },
      /the element "nobody" is neither in the files/,
    ],
    ["a resource without a method", { element: KEY, resources: [{ path: "/x" }] }, /^resources\.0\.method/],
  ])("%s is blocked", async (_, file, message) => {
    const { body } = await planAs({ "element-extension.json": file });
    expect(body.definitions).toMatchObject([
      { action: "blocked", findings: [{ message: expect.stringMatching(message) }] },
    ]);
  });

  test("fields of an object that the element has not are refused, and nothing is changed", async () => {
    const mine = await anOrganization(api.app);
    const file = { element: KEY, resources: [], fields: [{ object: "nothing", name: "x" }] };
    const { body } = await importAs({ "element-extension.json": file }, { as: mine.designer });
    expect(body.definitions[0].error).toBe(`fields: the element "${KEY}" has no object "nothing".`);
    expect(await exported(mine.designer)).toEqual({});
  });
});
