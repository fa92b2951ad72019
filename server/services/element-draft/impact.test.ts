import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anElement } from "#server/testing/elements.ts";
import { aFormula } from "#server/testing/formulas.ts";
import { anOrganization, type Person, type TestOrganization } from "#server/testing/organizations.ts";

let api: TestApi;
let acme: TestOrganization;
let owner: Person;
let sibling: Person;
let definition: { resources: Record<string, unknown>[]; objects: object[] } & Record<string, unknown>;
let elementId: number;
let instance: { id: number };
beforeAll(async () => {
  api = await anApi();
  acme = await anOrganization(api.app);
  owner = await acme.aColleague({ role: "administrator" });
  sibling = await acme.aColleague({ role: "administrator" });
  const element = await send("POST", "/elements", {
    ...anElement({ key: "widely", name: "Widely used" }),
    resources: ["/contacts", "/contacts/{id}", "/contacts/all"].map((path) => ({
      method: "GET",
      path,
      vendorPath: path,
    })),
    objects: [{ name: "contacts", fields: [{ name: "id" }] }],
  });
  elementId = element.id;
  definition = (await send("GET", "/elements/widely")) as typeof definition;
  instance = await connect(owner, "Ours");
});
afterAll(() => api.close());

// biome-ignore lint/suspicious/noExplicitAny: responses of every shape.
async function send(method: string, path: string, body?: unknown, as: Person = owner): Promise<any> {
  const reply = await api.fetch(path, { as, method, body });
  if (reply.status !== 200) throw new Error(`${path}: ${reply.text}`);
  return reply.body;
}
const connect = (as: Person, name: string) => send("POST", "/instances", { name, element: { id: elementId } }, as);
const impact = (changes: object) => send("POST", "/elements/widely/impact", { ...definition, ...changes });
const without = (path: string) => ({
  resources: definition.resources.filter((one) => one.path !== `/hubs/crm${path}`),
});

type Parts = { steps?: object[]; triggers?: object[]; configuration?: object[]; values?: object };
async function aFormulaUsing(name: string, { values = {}, ...parts }: Parts): Promise<number> {
  const { id } = await send("POST", "/formulas", aFormula({ name, ...parts }));
  await send("POST", `/formulas/${id}/instances`, { name, configuration: values });
  return id;
}
const variable = { configuration: [{ key: "crm", name: "CRM", type: "elementInstance" }] };
const calling = (api_: string, elementInstanceId: unknown = "${config.crm}") => ({
  steps: [{ name: "first", type: "elementRequest", properties: { elementInstanceId, method: "GET", api: api_ } }],
});

test("nothing is affected when nothing breaks", async () => {
  expect(await impact({})).toEqual({ changes: [], affected: [] });
  expect(
    await impact({ resources: [...definition.resources, { method: "GET", path: "/deals", vendorPath: "/deals" }] }),
  ).toEqual({
    changes: [{ rule: "resourceAdded", isBreaking: false, path: ["resources", 3], message: "GET /deals is new." }],
    affected: [],
  });
});

describe("a removed resource breaks", () => {
  const values = () => ({ crm: String(instance.id) });

  test.each([
    ["/hubs/crm/contacts", "/contacts"],
    ["/contacts?pageSize=2", "/contacts"],
    ["/contacts/${steps.find.id}", "/contacts/{id}"],
    ["/contacts/1", "/contacts/{id}"],
    ["/contacts/all", "/contacts/all"],
  ])("the formula that calls %s, if it is %s", async (called, removed) => {
    const name = `Calls ${called}`;
    const id = await aFormulaUsing(name, { ...variable, ...calling(called), values: values() });
    for (const path of ["/contacts", "/contacts/{id}", "/contacts/all"]) {
      const { affected } = await impact(without(path));
      const found = affected.filter((one: { kind: string; id: number }) => one.kind === "formula" && one.id === id);
      expect(found).toEqual(
        path === removed ? [{ kind: "formula", id, name, message: `Step "first": GET ${path} is removed.` }] : [],
      );
    }
  });

  test("formulas with the id written in them, and those that wait for such requests", async () => {
    const literal = await aFormulaUsing("Literal", calling("/contacts", instance.id));
    const properties = { elementInstanceId: "${config.crm}", method: "GET", api: "/contacts" };
    const waiting = await aFormulaUsing("Waiting", {
      ...variable,
      triggers: [{ type: "elementRequest", properties }],
      values: values(),
    });
    const { affected } = await impact(without("/contacts"));
    expect(affected).toContainEqual(expect.objectContaining({ kind: "formula", id: literal }));
    expect(affected).toContainEqual(
      expect.objectContaining({ id: waiting, message: "The trigger: GET /contacts is removed." }),
    );
  });

  test("no formula of another element, and none whose variable is another instance", async () => {
    await send("POST", "/elements", {
      ...anElement({ key: "another" }),
      resources: [{ method: "GET", path: "/contacts", vendorPath: "/x" }],
    });
    const other = await send("POST", "/elements/another/instances", { name: "Other" });
    const id = await aFormulaUsing("Another", {
      ...variable,
      ...calling("/contacts"),
      values: { crm: String(other.id) },
    });
    const { affected } = await impact(without("/contacts"));
    expect(affected.filter((one: { kind: string; id: number }) => one.kind === "formula" && one.id === id)).toEqual([]);
  });
});

test("formulas that start with events are affected by objects that go", async () => {
  const properties = { elementInstanceId: "${config.crm}" };
  const id = await aFormulaUsing("By events", {
    ...variable,
    triggers: [{ type: "event", properties }],
    values: { crm: String(instance.id) },
  });
  const { affected } = await impact({ objects: [] });
  expect(affected).toContainEqual({
    kind: "formula",
    id,
    name: "By events",
    message: 'The trigger: The object "contacts" is removed.',
  });
});

test("element instances of other accounts are counted and not named", async () => {
  await send("PUT", `/elements/widely/accounts/${sibling.accountId}`, undefined);
  const theirs = await connect(sibling, "Secret name");
  const id = await (async () => {
    const formula = await send(
      "POST",
      "/formulas",
      aFormula({ name: "Secret formula", ...variable, ...calling("/contacts") }),
      sibling,
    );
    await send(
      "POST",
      `/formulas/${formula.id}/instances`,
      { name: "x", configuration: { crm: String(theirs.id) } },
      sibling,
    );
    return formula.id;
  })();
  const { affected } = await impact({ authentication: { type: "basic" } });
  expect(affected).toContainEqual(expect.objectContaining({ kind: "instance", id: instance.id, name: "Ours" }));
  expect(affected).toContainEqual({
    kind: "instance",
    id: null,
    name: null,
    message: expect.stringMatching(/^1 other element instance: The authentication type changes from custom to basic/),
  });
  expect(JSON.stringify(affected)).not.toContain("Secret");
  expect(affected.filter((one: { id: number }) => one.id === id)).toEqual([]);
});

describe("problems", () => {
  const problems = (body: object) => send("POST", "/elements/problems", body);

  test("of the shape, and of what contradicts itself, are named with their place", async () => {
    expect(
      await problems({ element: { name: "", resources: [{ path: "/x", method: "GET" }, { method: "TRY" }] } }),
    ).toEqual(
      expect.arrayContaining([
        { severity: "error", path: ["description"], message: "is required" },
        { severity: "error", path: ["resources", 1, "path"], message: "is required" },
        {
          severity: "error",
          path: ["resources", 1, "method"],
          message: expect.stringContaining("must be one of GET"),
        },
      ]),
    );
    const resource = { path: "/x", method: "GET" };
    expect(await problems({ element: { ...anElement(), resources: [resource, resource] } })).toMatchObject([
      { path: ["resources", 1, "path"], message: expect.stringContaining("method and path are unique") },
    ]);
    expect(await problems({ element: anElement() })).toEqual([]);
  });

  test("a key of another element is one, the element's own is none", async () => {
    const taken = { severity: "error", path: ["key"], message: 'key: this account has an element "widely" already.' };
    expect(await problems({ element: anElement({ key: "widely" }) })).toEqual([taken]);
    expect(await problems({ elementId, element: anElement({ key: "widely" }) })).toEqual([]);
  });

  test("a hook with a syntax error is a warning, and the element can be published", async () => {
    const element = anElement({ key: "broken", hooks: [{ type: "preRequest", body: "const x = ;" }] });
    expect(await problems({ element })).toEqual([
      {
        severity: "warning",
        path: ["hooks", 0, "body"],
        message: "body: line 1 has a syntax error: Unexpected token.",
      },
    ]);
    expect(await send("POST", "/elements", element)).toMatchObject({ key: "broken" });
  });
});
