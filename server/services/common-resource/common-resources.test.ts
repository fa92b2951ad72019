import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asUser } from "#server/testing/acting.ts";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anElement } from "#server/testing/elements.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";
import { deleteField } from "./delete-field.ts";
import { describeCommonResource } from "./describe-common-resource.ts";

let api: TestApi;
let acme: TestOrganization;
let element: { id: number; key: string };
let instance: { id: number; token: string };
beforeAll(async () => {
  api = await anApi();
  acme = await anOrganization(api.app);
  element = (await send("POST", "/elements", anElement())).body;
  instance = (await send("POST", "/instances", { name: "i", element: { id: element.id } })).body;
});
afterAll(() => api.close());

const send = (method: string, path: string, body?: unknown, as: object = acme.administrator) =>
  api.fetch(path, { as: as as TestOrganization["viewer"], method, ...(body !== undefined && { body }) });
const get = async (path: string) => (await send("GET", path)).body;
const statusOf = async (...request: Parameters<typeof send>) => (await send(...request)).status;

let count = 0;
const aName = () => `thing${++count}`;
const field = (path: string, more: object = {}) => ({ path, type: "string", ...more });
const aDefinition = (...paths: string[]) => ({ fields: paths.map((path) => field(path)) });
const aTransformation = (more: object = {}, ...paths: string[]) => ({
  vendorName: "Things",
  fields: paths.map((path) => ({ ...field(path), vendorPath: path.toUpperCase() })),
  ...more,
});
const INHERIT = { configuration: [{ type: "inherit" }] };
const levelsOf = ({ fields }: { fields: { path: string; level: string }[] }) =>
  Object.fromEntries(fields.map(({ path, level }) => [path, level]));

/** The paths of each level: with an id, without one, and those of transformations. */
const LEVELS = () => [
  ["organization", "/organizations", `/organizations/elements/${element.key}`],
  ["account", "/accounts", `/accounts/elements/${element.id}`],
  ["account", `/accounts/${acme.accountId}`, `/accounts/${acme.accountId}/elements/${element.key}`],
  ["instance", `/instances/${instance.id}`, `/instances/${instance.id}`],
];

test("definitions and transformations are created, read, replaced and deleted at each level", async () => {
  for (const [level, at, elementAt] of LEVELS()) {
    const name = aName();
    for (const [path, sent, changed] of [
      [`${at}/objects/${name}/definitions`, aDefinition("a"), aDefinition("a", "b")],
      [`${elementAt}/transformations/${name}`, aTransformation({}, "a"), aTransformation({}, "a", "b")],
    ] as const) {
      expect(await statusOf("GET", path), path).toBe(404);
      expect(await statusOf("PUT", path, sent), path).toBe(404);
      expect((await send("POST", path, sent)).body, path).toMatchObject({ objectName: name, level, ...sent });
      expect(await statusOf("POST", path, sent), path).toBe(409);
      expect((await send("PUT", path, changed)).body, path).toMatchObject(changed);
      expect(await get(path)).toMatchObject(changed);
      expect(await get(path.replace(`/${name}`, ""))).toMatchObject({ [name]: changed });
    }
    expect(await statusOf("DELETE", `${at}/objects/${name}/definitions`), at).toBe(409);
    for (const path of [`${elementAt}/transformations/${name}`, `${at}/objects/${name}/definitions`]) {
      expect(await statusOf("DELETE", path), path).toBe(200);
      expect(await statusOf("DELETE", path), path).toBe(404);
      expect(await statusOf("GET", path), path).toBe(404);
    }
  }
});

describe("levels", () => {
  const places = () => {
    const name = aName();
    const [organization, account, own] = ["/organizations", "/accounts", `/instances/${instance.id}`];
    return {
      name,
      definition: (at: string) => `${at}/objects/${name}/definitions`,
      transformation: {
        organization: `${organization}/elements/${element.key}/transformations/${name}`,
        account: `${account}/elements/${element.key}/transformations/${name}`,
        instance: `${own}/transformations/${name}`,
      },
    };
  };

  test("a definition is read with the fields of the levels above, each with its level", async () => {
    const { definition } = places();
    await send("POST", definition("/organizations"), aDefinition("id", "name"));
    await send("POST", definition("/accounts"), aDefinition("name", "city"));
    const created = await send("POST", definition(`/instances/${instance.id}`), aDefinition("note"));
    expect(levelsOf(created.body)).toEqual({ id: "organization", name: "account", city: "account", note: "instance" });
    expect(levelsOf(await get(definition("/organizations")))).toEqual({ id: "organization", name: "organization" });
  });

  test("a merged transformation can be sent back: fields of other levels are not saved a second time", async () => {
    const { definition, transformation } = places();
    await send("POST", definition("/organizations"), aDefinition("id"));
    await send("POST", definition("/accounts"), aDefinition("city"));
    await send("PUT", definition("/accounts"), await get(definition("/accounts")));
    await send("POST", transformation.organization, aTransformation({}, "id"));
    await send("POST", transformation.account, aTransformation(INHERIT, "city"));
    await send("PUT", transformation.account, await get(transformation.account));
    await send("PUT", definition("/organizations"), aDefinition());
    await send("PUT", transformation.organization, aTransformation());
    expect(levelsOf(await get(definition("/accounts")))).toEqual({ city: "account" });
    expect(levelsOf(await get(transformation.account))).toEqual({ city: "account" });
  });

  test("a transformation replaces the one above it, unless it inherits its fields", async () => {
    const { transformation } = places();
    await send("POST", transformation.organization, aTransformation({}, "id"));
    await send("POST", transformation.account, aTransformation({}, "city"));
    expect(levelsOf(await get(transformation.account))).toEqual({ city: "account" });
    await send("PUT", transformation.account, aTransformation(INHERIT, "city"));
    await send("POST", transformation.instance, aTransformation(INHERIT, "note"));
    expect(levelsOf(await get(transformation.instance))).toEqual({
      ...{ id: "organization", city: "account", note: "instance" },
    });
  });

  test("the token of an element instance stands for its id", async () => {
    const { definition, transformation } = places();
    const as = { authorization: `${acme.designer.authorization}, Element ${instance.token}` };
    await send("POST", transformation.instance, aTransformation({}, "id"));
    expect((await send("GET", transformation.instance.replace(`/${instance.id}`, ""), undefined, as)).body).toEqual(
      await get(transformation.instance),
    );
    expect(await statusOf("POST", definition("/instances"), aDefinition("id"), as)).toBe(200);
    expect(await get(definition(`/instances/${instance.id}`))).toMatchObject({ level: "instance" });
  });

  test("definitions of a level above do not end with the one that extends them", async () => {
    const { definition, transformation } = places();
    await send("POST", definition("/organizations"), aDefinition("id"));
    await send("POST", definition("/accounts"), aDefinition("city"));
    await send("POST", transformation.account, aTransformation({}, "city"));
    expect(await statusOf("DELETE", definition("/accounts"))).toBe(200);
    expect(await statusOf("DELETE", definition("/organizations"))).toBe(409);
  });

  test("lists where a common resource is used, at all levels or in one account", async () => {
    const { name, transformation } = places();
    expect(await send("GET", `/organizations/objects/${name}/transformations`)).toMatchObject({
      status: 404,
      body: { message: expect.stringMatching(/^No (.*) found$/) },
    });
    await send("POST", transformation.organization, aTransformation());
    await send("POST", transformation.instance, aTransformation());
    const uses = [
      { level: "organization", name, element: { key: element.key } },
      { level: "instance", name, account: { id: acme.accountId }, elementInstance: { id: instance.id } },
    ];
    expect(await get(`/organizations/objects/${name}/transformations`)).toMatchObject(uses);
    expect(await get(`/accounts/${acme.accountId}/objects/${name}/transformations`)).toMatchObject(uses);
  });
});

describe("several at once", () => {
  test("definitions are created by name, all or none, listed and deleted", async () => {
    const [one, two] = [aName(), aName()];
    const colleague = await acme.aColleague();
    const all = "/accounts/objects/definitions";
    expect(await send("GET", all, undefined, colleague)).toMatchObject({
      status: 404,
      body: { message: expect.stringMatching(/^No (.*) found$/) },
    });
    const both = { [one]: aDefinition("a"), [two]: aDefinition("b") };
    expect((await send("POST", all, both, colleague)).body).toMatchObject(both);
    const another = aName();
    expect(await statusOf("POST", all, { [another]: aDefinition(), [one]: aDefinition() }, colleague)).toBe(409);
    expect(Object.keys((await send("GET", all, undefined, colleague)).body)).toEqual([one, two]);
    expect(await statusOf("DELETE", all, undefined, colleague)).toBe(200);
    expect(await statusOf("DELETE", all, undefined, colleague)).toBe(404);
  });

  test("all definitions of an organization cannot be deleted while a transformation refers to one", async () => {
    const globex = await anOrganization(api.app);
    const as = globex.administrator;
    const path = `/accounts/elements/${(await send("POST", "/elements", anElement(), as)).body.id}/transformations`;
    await send("POST", "/organizations/objects/definitions", { thing: aDefinition(), other: aDefinition() }, as);
    await send("POST", `${path}/thing`, aTransformation(), as);
    const refused = await send("DELETE", "/organizations/objects/definitions", undefined, as);
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('"thing"') } });
    expect(await statusOf("DELETE", path, undefined, as)).toBe(200);
    expect(await statusOf("DELETE", "/organizations/objects/definitions", undefined, as)).toBe(200);
  });
});

describe("a common resource", () => {
  test("is listed with the fields of the organization and the account, and the elements that it is mapped to", async () => {
    const name = aName();
    await send("POST", `/organizations/objects/${name}/definitions`, aDefinition("id"));
    await send("POST", `/accounts/objects/${name}/definitions`, aDefinition("city"));
    await send("POST", `/accounts/elements/${element.key}/transformations/${name}`, aTransformation());
    const listed = (await get("/common-resources")).find((one: { name: string }) => one.name === name);
    expect(listed).toMatchObject({
      fields: [
        { path: "id", associatedLevel: "organization", associatedId: acme.id },
        { path: "city", associatedLevel: "account", associatedId: acme.accountId },
      ],
      elements: [element.key],
    });
    expect(await get(`/vdrs?objectName=${name}`)).toEqual([listed]);
  });

  test("that has transformations is deleted only with force=true, by an administrator of the organization", async () => {
    const name = aName();
    await send("POST", `/organizations/objects/${name}/definitions`, aDefinition("id"));
    await send("POST", `/accounts/elements/${element.key}/transformations/${name}`, aTransformation());
    const colleague = await acme.aColleague({ role: "administrator" });
    expect(await statusOf("DELETE", `/common-resources/${name}?force=true`, undefined, colleague)).toBe(403);
    expect(await statusOf("DELETE", `/common-resources/${name}`)).toBe(409);
    expect(await statusOf("DELETE", `/common-resources/${name}?force=true`)).toBe(200);
    expect(await statusOf("DELETE", `/common-resources/${name}?force=true`)).toBe(404);
    expect(await statusOf("GET", `/accounts/elements/${element.key}/transformations/${name}`)).toBe(404);
  });

  test("a field of the page is deleted at its level, unless a transformation maps it", async () => {
    const name = aName();
    await send("POST", `/organizations/objects/${name}/definitions`, aDefinition("id", "mistyped"));
    await send("POST", `/accounts/elements/${element.key}/transformations/${name}`, aTransformation({}, "id"));
    const contextOf = ({ id }: { id: number }) => asUser(api.app, { organizationId: acme.id, userId: id });
    const [ctx, designer] = [await contextOf(acme.administrator), await contextOf(acme.designer)];
    const remove = (path: string, level: "organization" | "account" = "organization", as = ctx) =>
      deleteField(as, { level, name, path });
    const shown = async (as = ctx) =>
      (await describeCommonResource(as, name)).fields.map(({ path, mappedBy, mayDelete }) => [
        ...[path, mappedBy.length, mayDelete],
      ]);
    expect(await shown()).toEqual([
      ["id", 1, true],
      ["mistyped", 0, true],
    ]);
    expect(await shown(designer)).toEqual([
      ["id", 1, false],
      ["mistyped", 0, false],
    ]);
    await expect(remove("id")).rejects.toMatchObject({ kind: "conflict" });
    await expect(remove("mistyped", "account")).rejects.toMatchObject({ kind: "notFound" });
    await expect(remove("mistyped", "organization", designer)).rejects.toMatchObject({ kind: "forbidden" });
    await remove("mistyped");
    await expect(remove("mistyped")).rejects.toMatchObject({ kind: "notFound" });
    expect(await shown()).toEqual([["id", 1, true]]);
  });

  test("an export restores every level in another organization", async () => {
    const name = aName();
    const at = (level: string) => `/${level}/elements/${element.key}/transformations/${name}`;
    const script = { body: "done(transformedObject);" };
    await send("POST", `/organizations/objects/${name}/definitions`, aDefinition("id", "both"));
    await send("POST", `/accounts/objects/${name}/definitions`, aDefinition("both"));
    await send("POST", at("organizations"), aTransformation({ script }, "id"));
    await send("POST", at("accounts"), aTransformation(INHERIT, "both"));
    const file = await get(`/vdrs/${name}/export`);
    expect(file).toMatchObject({ vdrName: name, vdrVersion: "v2", definition: { objectName: name } });
    const globex = await anOrganization(api.app);
    const as = globex.administrator;
    await send("POST", "/elements", anElement({ key: element.key }), as);
    const imported = await send("PUT", "/vdrs/import", file, as);
    expect(imported.body.results.map(({ action }: { action: string }) => action)).toEqual(Array(4).fill("created"));
    expect((await send("GET", `/vdrs/${name}/export`, undefined, as)).body).toEqual(file);
    const again = await send("PUT", "/vdrs/import", file, as);
    expect(again.body.results.map(({ action }: { action: string }) => action)).toEqual(Array(4).fill("updated"));
  });

  test("an export of the first version of the format restores every level as well, one at a time", async () => {
    const name = aName();
    await send("POST", `/organizations/objects/${name}/definitions`, aDefinition("id"));
    await send("POST", `/accounts/objects/${name}/definitions`, aDefinition("city"));
    await send("POST", `/accounts/elements/${element.key}/transformations/${name}`, aTransformation({}, "id"));
    const file = await get(`/vdrs/${name}/export?version=v1`);
    expect(file).toMatchObject({
      objectDefinitions: { [name]: { fields: [{ path: "id" }, { path: "city" }] } },
      transformations: { [element.key]: { [name]: { vendorName: "Things" } } },
    });
    const as = (await anOrganization(api.app)).administrator;
    await send("POST", "/elements", anElement({ key: element.key }), as);
    expect((await send("PUT", "/vdrs/import", file, as)).body.results).toHaveLength(3);
    expect((await send("GET", `/vdrs/${name}/export?version=v1`, undefined, as)).body).toEqual(file);
    expect((await send("GET", `/vdrs/${name}/export`, undefined, as)).body).toEqual(await get(`/vdrs/${name}/export`));
    const several = { ...file, objectDefinitions: { ...file.objectDefinitions, other: aDefinition("id") } };
    expect(await send("PUT", "/vdrs/import", several, as)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("objectDefinitions: has 2 common resources") },
    });
    expect(await statusOf("GET", "/vdrs/other/export", undefined, as)).toBe(404);
    expect(await send("GET", `/vdrs/${name}/export?version=v3`)).toMatchObject({
      status: 400,
      body: { message: "version: must be v1 or v2" },
    });
  });

  test("an import skips elements that are not here and levels that it cannot save, and says so", async () => {
    const globex = await anOrganization(api.app);
    const file = {
      vdrName: "thing",
      definition: {
        objectName: "thing",
        level: "account",
        fields: [field("id"), field("note", { level: "instance" })],
      },
      transformation: { unheardOf: aTransformation({ level: "account" }, "id") },
    };
    expect((await send("PUT", "/vdrs/import", file, globex.designer)).body.results).toEqual([
      { type: "definition", level: "account", action: "created" },
      { type: "definition", level: "instance", action: "skipped", message: expect.stringContaining("instance") },
      ...[{ type: "transformation", level: "account", elementKey: "unheardOf", action: "skipped" }].map((row) => ({
        ...row,
        message: expect.stringContaining('"unheardOf"'),
      })),
    ]);
    const ofAll = { ...file, definition: aDefinition("id") };
    expect(await send("PUT", "/vdrs/import", ofAll, globex.designer)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining("organization") },
    });
  });
});

describe("refuses", () => {
  const name = "refused";
  const saving = (body: object) => ["POST", `/accounts/elements/${element.key}/transformations/${name}`, body] as const;

  test("reserved names and names that no path can hold", async () => {
    for (const odd of ["objects", "ping", "a%2Fb", "a%3Fb"])
      expect(await statusOf("POST", `/accounts/objects/${odd}/definitions`, aDefinition()), odd).toBe(400);
  });

  test("paths and settings that cannot be read, naming them", async () => {
    for (const [body, place] of [
      [aTransformation({}, "a["), "fields[0].path"],
      [aTransformation({ configuration: [{ type: "unheardOf" }] }), "configuration[0]"],
      [{ fields: [] }, "vendorName"],
    ] as const)
      expect(await send(...saving(body))).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining(place) },
      });
  });

  test("new overlaps at the provider, and keeps those that were saved before they were refused", async () => {
    const path = `/accounts/elements/${element.key}/transformations/overlapping`;
    await send("POST", path, aTransformation({}, "whole"));
    const old = [field("whole", { vendorPath: "a" }), field("part", { vendorPath: "a.b" })];
    const saved = { vendorName: "Things", fields: old.map((one) => ({ ...one, configuration: [] })), scripts: [] };
    await api.app.db.prisma.transformation.updateMany({
      where: { organizationId: acme.id, name: "overlapping" },
      data: { transformation: { ...saved, configuration: [] } },
    });
    const changed = await send("PUT", path, { ...saved, vendorName: "Others" });
    expect([changed.status, changed.body.vendorName], changed.body.message).toEqual([200, "Others"]);
    const more = await send("PUT", path, { ...saved, fields: [...old, field("more", { vendorPath: "a.c" })] });
    expect([more.status, more.body.message]).toEqual([
      400,
      expect.stringMatching(/"more" is sent to "a\.c", a part of "a", the provider's field of "whole"/),
    ]);
    expect(more.body.message).not.toContain('"part"');
  });

  test("types that are neither of data nor names of common resources, naming those that are known", async () => {
    const banana = { fields: [field("a", { type: "banana", vendorPath: "A" })] };
    const unknown = {
      status: 400,
      body: { message: expect.stringMatching(/fields\[0\]\.type: "banana".*boolean.*integer.*string/) },
    };
    const atElement = `/accounts/elements/${element.key}/transformations`;
    expect(await send(...saving(aTransformation(banana)))).toMatchObject(unknown);
    expect(await send("POST", "/accounts/objects/fruits/definitions", banana)).toMatchObject(unknown);
    expect(await send("POST", "/accounts/objects/definitions", { fruits: banana })).toMatchObject(unknown);
    const file = { vdrName: "fruits", definition: { objectName: "fruits", fields: [] } };
    const mapped = { [element.key]: { ...aTransformation(banana), level: "account" } };
    expect(await send("PUT", "/vdrs/import", { ...file, transformation: mapped })).toMatchObject(unknown);
    await send("POST", `${atElement}/fruits`, aTransformation({}, "a"));
    expect(await send("PUT", `${atElement}/fruits`, aTransformation(banana))).toMatchObject(unknown);

    const both = {
      banana: aDefinition("id"),
      fruits: { fields: [...banana.fields, field("b", { type: "Date-Time" })] },
    };
    expect(await statusOf("POST", "/accounts/objects/definitions", both)).toBe(200);
    expect(await statusOf("PUT", `${atElement}/fruits`, aTransformation(banana))).toBe(200);
    expect(await statusOf("DELETE", "/accounts/objects/banana/definitions")).toBe(200);
    expect(await statusOf("PUT", `${atElement}/fruits`, aTransformation({ ...banana, startDate: "2024-05-01" }))).toBe(
      200,
    );
  });

  test("fields whose values cannot be kept together, naming both", async () => {
    const both = { status: 400, body: { message: expect.stringMatching(/"name\.first".*"name"/) } };
    const definition = aDefinition("name", "name.first");
    expect(await send("POST", "/accounts/objects/torn/definitions", definition)).toMatchObject(both);
    const [field] = aTransformation().fields;
    const fields = ["name", "name.first"].map((path) => ({ ...field, path }));
    expect(await send(...saving({ ...aTransformation(), fields }))).toMatchObject(both);
    const twice = await send("POST", "/accounts/objects/torn/definitions", aDefinition("name", "name"));
    expect([twice.status, twice.body.message]).toEqual([400, expect.stringContaining("are the same field")]);
  });

  test("more than 1,000 fields, and more than 500 definitions of one owner", async () => {
    const paths = (length: number) => Array.from({ length }, (_, at) => `f${at}`);
    expect(await statusOf("POST", "/accounts/objects/wide/definitions", aDefinition(...paths(1001)))).toBe(400);
    const colleague = await acme.aColleague();
    const many = Object.fromEntries(paths(501).map((one) => [one, aDefinition()]));
    expect(await statusOf("POST", "/accounts/objects/definitions", many, colleague)).toBe(400);
    expect(await statusOf("GET", "/accounts/objects/definitions", undefined, colleague)).toBe(404);
  });

  test("to make a transformation legacy again", async () => {
    const path = `/accounts/elements/${element.key}/transformations/${aName()}`;
    await send("POST", path, aTransformation({ isLegacy: true }));
    expect(await statusOf("PUT", path, aTransformation({ isLegacy: true }))).toBe(200);
    expect(await statusOf("PUT", path, aTransformation())).toBe(200);
    expect(await statusOf("PUT", path, aTransformation({ isLegacy: true }))).toBe(400);
  });

  test("changes of the organization's by others than its administrators, who may read them", async () => {
    const path = `/organizations/objects/${aName()}/definitions`;
    for (const as of [acme.designer, await acme.aColleague({ role: "administrator" })])
      expect(await statusOf("POST", path, aDefinition(), as)).toBe(403);
    await send("POST", path, aDefinition("id"));
    expect(await statusOf("GET", path, undefined, acme.viewer)).toBe(200);
  });
});

test("configuration may be null", async () => {
  const path = `/accounts/elements/${element.key}/transformations/${aName()}`;
  expect((await send("POST", path, aTransformation({ configuration: null }))).body.configuration).toEqual([]);
});

test("each change has an entry in the audit log of its common resource", async () => {
  const name = aName();
  const path = `/accounts/objects/${name}/definitions`;
  await send("POST", path, aDefinition());
  await send("PUT", path, aDefinition("a"));
  await send("POST", `/accounts/elements/${element.key}/transformations/${name}`, aTransformation());
  await send("DELETE", `/common-resources/${name}?force=true`);
  expect((await get(`/audit-logs/common-resources/${name}`)).map(({ action }: { action: string }) => action)).toEqual([
    ...["deleted", "transformation created", "definition updated", "definition created"],
  ]);
});

test("definitions and transformations of an element instance are deleted with it", async () => {
  const { id } = (await send("POST", "/instances", { name: "short", element: { id: element.id } })).body;
  const name = aName();
  await send("POST", `/instances/${id}/objects/${name}/definitions`, aDefinition());
  await send("POST", `/instances/${id}/transformations/${name}`, aTransformation());
  await send("DELETE", `/instances/${id}`);
  expect(await statusOf("GET", `/organizations/objects/${name}/transformations`)).toBe(404);
});
