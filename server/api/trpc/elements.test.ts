import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registerApp } from "#server/process-app.ts";
import { createSession } from "#server/screen-handler.ts";
import { installCatalog } from "#server/services/element/install-catalog.ts";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anElement } from "#server/testing/elements.ts";
import { anOrganization, type Person, type TestOrganization } from "#server/testing/organizations.ts";
import { SCREEN_PROCEDURES, sendAsScreen } from "#server/testing/screens.ts";

let api: TestApi;
let acme: TestOrganization;
let sibling: Person;
const sessions = new Map<Person, string>();

const BUILT_IN = anElement({
  key: "builtin",
  name: "Ledger",
  hub: "finance",
  resources: [
    { method: "GET", path: "/invoices/{id}", vendorPath: "/v1/bills/{id}", description: "Read an invoice" },
    { method: "GET", path: "/invoices", vendorPath: "/v1/bills", model: { name: "Invoice", swagger: MODEL() } },
    { method: "GET", path: "/setup", vendorPath: "/me", type: "onRefresh" },
  ],
  objects: [
    {
      name: "invoices",
      vendorName: "bills",
      primaryKeyName: "id",
      fields: [{ name: "id", type: "integer" }, { name: "sum" }],
    },
  ],
});

function MODEL() {
  return { Invoice: { id: "Invoice", properties: { id: { type: "integer" } } } };
}

beforeAll(async () => {
  api = await anApi();
  registerApp(api.app);
  acme = await anOrganization(api.app);
  sibling = await acme.aColleague({ role: "designer" });
  await installCatalog(api.app, [BUILT_IN]);
  for (const person of [acme.designer, acme.viewer, sibling]) {
    const { token } = await createSession({ username: person.email, password: person.password });
    sessions.set(person, token);
  }
});
afterAll(() => api.close());

const send = async (person: Person, path: string, input?: unknown) => {
  const reply = await sendAsScreen(sessions.get(person), path, input);
  if (reply.error) throw new Error(reply.error.message);
  return reply.result.data;
};
const post = async (as: Person, path: string, body: unknown) =>
  (await api.fetch(path, { as, method: "POST", body })).body;
const names = async (person: Person, filters: object): Promise<string[]> =>
  (await send(person, "elements.list", filters)).items.map(({ name }: { name: string }) => name);

describe("the list of elements", () => {
  test("is filtered by owner, hub, and a part of the name or key", async () => {
    await post(acme.designer, "/elements", anElement({ key: "own-crm", name: "Own 100%", hub: "crm" }));
    const theirs = await post(sibling, "/elements", anElement({ key: "sibling-crm", name: "Sibling", hub: "crm" }));
    expect(await names(acme.designer, { ownership: "yours" })).toEqual(["Sibling", "Own 100%"]);
    expect(await names(sibling, { ownership: "yours" })).toEqual(["Sibling"]);
    expect(await names(sibling, { ownership: "shared" })).toEqual([]);
    const { id } = await post(acme.designer, "/elements", anElement({ key: "lent", name: "Lent", hub: "crm" }));
    await send(acme.designer, "elements.share", { elementKey: "lent", accountId: sibling.accountId, on: true });
    expect(await names(sibling, { ownership: "shared" })).toEqual(["Lent"]);
    expect(await names(sibling, { ownership: "builtIn", hub: "finance" })).toEqual(["Ledger"]);
    expect(await names(acme.designer, { search: "0%" })).toEqual(["Own 100%"]);
    expect(await names(acme.designer, { search: "SIBLING-" })).toEqual(["Sibling"]);
    expect(await names(acme.designer, { search: "_" })).toEqual([]);
    expect(await names(acme.designer, { hub: "nowhere" })).toEqual([]);
    const { items } = await send(sibling, "elements.accounts", { elementKey: theirs.key });
    expect(items).toEqual([{ id: sibling.accountId, name: expect.any(String), isOwner: true, hasAccess: false }]);
    expect(await send(sibling, "elements.read", { elementKey: String(id) })).toMatchObject({
      ownership: "shared",
      mayChange: false,
    });
  });

  test("counts the connections that the caller sees", async () => {
    for (const person of [acme.designer, sibling])
      await post(person, "/instances", { name: "One", element: { key: "builtin" } });
    const count = async (person: Person) =>
      (await send(person, "elements.list", { search: "builtin" })).items[0].connections;
    expect([await count(acme.designer), await count(sibling)]).toEqual([2, 1]);
    const { id } = await send(sibling, "elements.read", { elementKey: "builtin" });
    const { items } = await send(sibling, "connection.list", { elementId: id });
    expect(items).toHaveLength(1);
  });

  test("says which elements are inactive or deprecated, and what to use instead", async () => {
    const element = anElement({ key: "older", deprecated: "Use Ledger." });
    await post(acme.designer, "/elements", element);
    const status = async () => (await send(acme.designer, "elements.list", { search: "older" })).items[0];
    expect(await status()).toMatchObject({ status: "deprecated", replacement: "Use Ledger." });
    await send(acme.designer, "elements.switch", { elementKey: "older", on: false });
    expect(await status()).toMatchObject({ status: "inactive" });
    expect(await send(acme.designer, "elements.hubs")).toEqual(["crm", "finance"]);
  });
});

describe("the address of an element", () => {
  const addresses = async (person: Person, search: string) =>
    Object.fromEntries(
      (await send(person, "elements.list", { search })).items.map(
        ({ id, address }: { id: number; address: string }) => [id, address],
      ),
    );

  test("is its key, unless another element or a page has that address", async () => {
    const mine = await post(acme.designer, "/elements", anElement({ key: "twice" }));
    const theirs = await post(sibling, "/elements", anElement({ key: "twice" }));
    expect(await addresses(acme.designer, "twice")).toEqual({ [mine.id]: "twice", [theirs.id]: String(theirs.id) });
    expect(await addresses(sibling, "twice")).toEqual({ [theirs.id]: "twice" });
    const page = await post(acme.designer, "/elements", anElement({ key: "New" }));
    expect(await addresses(acme.designer, "New")).toMatchObject({ [page.id]: String(page.id) });
  });
});

describe("the page of an element", () => {
  const of = (path: string, input = {}) => send(acme.viewer, `elements.${path}`, { elementKey: "builtin", ...input });

  test("has its facts, and what the caller may do", async () => {
    expect(await of("read")).toMatchObject({
      ...{ key: "builtin", address: "builtin", resources: 3, objects: 1, ownership: "builtIn" },
      ...{ mayChange: false, mayClone: false, authentication: "custom" },
    });
    expect(await send(acme.designer, "elements.read", { elementKey: "builtin" })).toMatchObject({ mayClone: true });
  });

  test("has resources by path, with what runs by itself", async () => {
    const { items, total } = await of("resources");
    expect(total).toBe(3);
    expect(items.map(({ path }: { path: string }) => path)).toEqual(["/invoices", "/invoices/{id}", "/setup"]);
    expect(items[1]).toMatchObject({ vendorPath: "/v1/bills/{id}", vendorMethod: "GET", isAddition: false });
    expect(items[2].type).toMatchObject({ name: "onRefresh", isCallable: false });
    expect((await of("resources", { search: "BILLS/{" })).items).toHaveLength(1);
  });

  test("shows the resources that the account added", async () => {
    await post(acme.designer, "/elements/builtin/resources", { method: "GET", path: "/more", vendorPath: "/more" });
    const { items } = await of("resources", { search: "/more" });
    expect(items).toMatchObject([{ path: "/more", isAddition: true }]);
  });

  test("pages by position", async () => {
    const resources = Array.from({ length: 60 }, (_, at) => ({
      ...{ method: "GET", vendorPath: "/x" },
      path: `/r${String(at).padStart(2, "0")}`,
    }));
    await post(acme.designer, "/elements", anElement({ key: "wide", resources }));
    const first = await send(acme.designer, "elements.resources", { elementKey: "wide" });
    expect(first).toMatchObject({ total: 60, next: "49" });
    const second = await send(acme.designer, "elements.resources", { elementKey: "wide", cursor: first.next });
    expect(second.items.map(({ path }: { path: string }) => path)).toEqual(resources.slice(50).map(({ path }) => path));
    expect(second.next).toBeUndefined();
  });

  test("has objects with their fields, found by the names of these", async () => {
    expect((await of("objects", { search: "sum" })).items).toMatchObject([
      {
        name: "invoices",
        vendorName: "bills",
        fields: [
          { name: "id", isKey: true },
          { name: "sum", isKey: false },
        ],
      },
    ]);
  });

  test("has the documented operations, and one with its models", async () => {
    const { items } = await of("operations");
    expect(items.map(({ path }: { path: string }) => path)).toContain("/invoices");
    const { operationId } = items.find(({ path }: { path: string }) => path === "/invoices");
    expect(await of("operation", { operationId })).toMatchObject({ method: "GET", models: [{ name: "Invoice" }] });
  });
});

test("an element with connections is not deleted, and the refusal names those that the caller sees", async () => {
  await post(acme.designer, "/elements", anElement({ key: "held" }));
  await post(acme.designer, "/instances", { name: "Main account", element: { key: "held" } });
  await expect(send(acme.designer, "elements.remove", { elementKey: "held" })).rejects.toThrow(
    'Element "held" has 1 instance: "Main account". Delete its instances first.',
  );
});

test("viewers see the secrets of an element on no screen, nor in a draft from before they were viewers", async () => {
  const secret = { key: "partner.key", name: "P", description: "p", type: "PASSWORD", defaultValue: "canary-partner" };
  const fields = { key: "keeper", configuration: [secret] };
  const { id: elementId } = await post(acme.designer, "/elements", anElement(fields));
  const element = anElement(fields);
  const draft = await post(acme.designer, "/elements/drafts", { elementId, basedOn: 1, element });
  const inputs = {
    ...{ elementKey: "keeper", keyOrId: "keeper", elementId, draftId: draft.id, revision: 1, from: 1, to: 1 },
    ...{ key: "keeper", id: elementId, source: { kind: "element", elementKey: "keeper" } },
  };
  const shownTo = async (person: Person) => {
    const paths: string[] = [];
    for (const { path, isQuery } of SCREEN_PROCEDURES)
      if (isQuery && JSON.stringify(await sendAsScreen(sessions.get(person), path, inputs)).includes("canary-"))
        paths.push(path);
    const sent = { method: "GET", path: "/elements/keeper" };
    if (JSON.stringify(await sendAsScreen(sessions.get(person), "explorer.send", sent)).includes("canary-"))
      paths.push("explorer.send");
    return paths.sort();
  };
  expect(await shownTo(acme.viewer)).toEqual([]);
  expect(await shownTo(acme.designer)).toEqual([
    "builder.open",
    "builder.openDraft",
    "builder.revision",
    "explorer.send",
  ]);

  const { prisma } = api.app.db;
  await prisma.elementDraft.updateMany({ where: { id: draft.id }, data: { userId: acme.viewer.id } });
  for (const [path, input] of [
    ["builder.open", { elementKey: "keeper" }],
    ["builder.openDraft", { draftId: draft.id }],
  ] as const) {
    const shown = JSON.stringify(await send(acme.viewer, path, input));
    expect([shown.includes("partner.key"), shown.includes("canary-")], path).toEqual([true, false]);
  }
});
