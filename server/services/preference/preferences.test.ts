import { afterAll, beforeAll, expect, test } from "vitest";
import { registerApp } from "#server/process-app.ts";
import { createSession } from "#server/screen-handler.ts";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { aFormula } from "#server/testing/formulas.ts";
import { anOrganization, type Person, type TestOrganization } from "#server/testing/organizations.ts";
import { sendAsScreen } from "#server/testing/screens.ts";

let api: TestApi;
let acme: TestOrganization;
let formulaId: number;
const sessions = new Map<Person, string>();
beforeAll(async () => {
  api = await anApi();
  registerApp(api.app);
  acme = await anOrganization(api.app);
  for (const person of [acme.designer, acme.viewer]) {
    const { token } = await createSession({ username: person.email, password: person.password });
    sessions.set(person, token);
  }
  formulaId = await newFormula();
});
afterAll(() => api.close());

const newFormula = async (): Promise<number> =>
  (await api.fetch("/formulas", { as: acme.designer, method: "POST", body: aFormula() })).body.id;

async function send(person: Person, path: string, input: unknown) {
  const reply = await sendAsScreen(sessions.get(person), path, input);
  return reply.error ? reply.error.data.status : reply.result.data;
}
const read = (person: Person, input: object) => send(person, "preference.read", input);
const write = (person: Person, input: object) => send(person, "preference.write", input);

test("everybody has their own, viewers too", async () => {
  const views = [{ name: "Failed today", query: "status=failed" }];
  expect(await write(acme.viewer, { name: "runViews", value: views })).toEqual({ value: views });
  expect(await read(acme.viewer, { name: "runViews" })).toEqual(views);
  expect(await read(acme.designer, { name: "runViews" })).toBeNull();
  await write(acme.viewer, { name: "runViews", value: [] });
  expect(await read(acme.viewer, { name: "runViews" })).toEqual([]);
});

test("windows that choose at once keep the choices of each other", async () => {
  const view = (n: number) => ({ name: `View ${n}`, query: `status=${n}` });
  const names = async () => (await read(acme.designer, { name: "runViews" })).map(({ name }: { name: string }) => name);
  await Promise.all(many(8).map((n) => write(acme.designer, { name: "runViews", before: null, value: [view(n)] })));
  expect((await names()).sort()).toEqual(many(8).map((n) => `View ${n}`));
  const before = many(8).map(view);
  await Promise.all(
    [0, 1].map((n) =>
      write(acme.designer, { name: "runViews", before, value: before.filter(({ name }) => name !== `View ${n}`) }),
    ),
  );
  expect((await names()).sort()).toEqual(
    many(8)
      .slice(2)
      .map((n) => `View ${n}`),
  );
  const twenty = many(20).map(view);
  await write(acme.designer, { name: "runViews", value: twenty });
  expect(await write(acme.designer, { name: "runViews", before: [], value: [view(20)] })).toBe(400);
  expect(await names()).toHaveLength(20);
  await write(acme.designer, { name: "runViews", value: [] });
});

test("those about a formula end with it", async () => {
  const of = { name: "testAccounts", formulaId: await newFormula() };
  await write(acme.designer, { ...of, value: { crm: "17" } });
  await write(acme.designer, { name: "testAccounts", value: { crm: "18" } });
  expect(await read(acme.designer, of)).toEqual({ crm: "17" });
  expect(await read(acme.designer, { name: "testAccounts" })).toEqual({ crm: "18" });
  await api.fetch(`/formulas/${of.formulaId}`, { as: acme.designer, method: "DELETE" });
  expect(await read(acme.designer, of)).toBe(404);
  expect(await api.app.db.prisma.preference.count({ where: { formulaId: of.formulaId } })).toBe(0);
});

test("those about a draft hold for the formula that is published from it, or end with the draft", async () => {
  const keep = async () => {
    const work = { formulaId: null, basedOn: null, draft: null, formula: aFormula() };
    return { name: "testAccounts", draftId: (await send(acme.designer, "design.keep", work)).id };
  };
  const [published, discarded] = [await keep(), await keep()];
  for (const of of [published, discarded]) await write(acme.designer, { ...of, value: { crm: "17" } });
  expect(await read(acme.viewer, published)).toBe(404);
  const { draftId } = published;
  const created = await send(acme.designer, "design.create", { formula: aFormula(), draftId });
  expect(await read(acme.designer, { name: "testAccounts", formulaId: created.formulaId })).toEqual({ crm: "17" });
  await send(acme.designer, "design.discard", { draftId: discarded.draftId });
  const ids = [draftId, discarded.draftId];
  expect(await api.app.db.prisma.preference.count({ where: { draftId: { in: ids } } })).toBe(0);
});

test("those of a deleted user are deleted", async () => {
  const leaver = await acme.aColleague({ accountId: acme.accountId });
  const { token } = await createSession({ username: leaver.email, password: leaver.password });
  await sendAsScreen(token, "preference.write", { name: "runViews", value: [] });
  const count = () => api.app.db.prisma.preference.count({ where: { userId: leaver.id } });
  expect(await count()).toBe(1);
  await api.fetch(`/users/${leaver.id}`, { as: acme.administrator, method: "DELETE" });
  expect(await count()).toBe(0);
});

test.each([
  ["an unknown name", { name: "other", value: 1 }],
  ["a value of another form", { name: "runViews", value: [{ name: "" }] }],
  ["too many", { name: "runViews", value: Array.from({ length: 21 }, (_, n) => ({ name: `${n}`, query: "" })) }],
  ["too long a text", { name: "testInput", value: { text: "x".repeat(20_001) } }],
  ["a formula and a draft at once", { name: "testInput", formulaId: 1, draftId: 1, value: null }],
  ["U+0000", { name: "testInput", value: { text: "a\0b" } }],
  ["too many variables", { name: "testAccounts", value: Object.fromEntries(many(201).map((n) => [`v${n}`, "1"])) }],
])("refuses %s", async (_, input) => {
  expect(await write(acme.designer, input)).toBe(400);
});

function many(count: number): number[] {
  return Array.from({ length: count }, (_, n) => n);
}

test("the earlier form of a value counts as none", async () => {
  const row = { organizationId: acme.id, userId: acme.viewer.id, name: "testInput", updatedAt: new Date() };
  await api.app.db.prisma.preference.create({ data: { ...row, value: { from: 1 } } });
  expect(await read(acme.viewer, { name: "testInput" })).toBeNull();
});

const save = (person: Person, positions: object, isTidied = false) =>
  send(person, "formula.saveLayout", { formulaId, positions, isTidied });
const layout = (person: Person) => send(person, "formula.layout", { formulaId });

test("the layout of a formula is the same for everybody, and only designers change it", async () => {
  expect(await layout(acme.viewer)).toEqual({});
  await save(acme.designer, { "step:a": { x: 1, y: 2 } });
  await save(acme.designer, { "step:b": { x: 3, y: 4.5 } });
  const both = { "step:a": { x: 1, y: 2 }, "step:b": { x: 3, y: 4.5 } };
  expect(await layout(acme.viewer)).toEqual(both);
  expect(await save(acme.viewer, { "step:a": { x: 9, y: 9 } })).toBe(403);
  expect(await layout(acme.designer)).toEqual(both);
  await save(acme.designer, {}, true);
  expect(await layout(acme.viewer)).toEqual({});
});

test("parts that two people move at once are all where they were moved", async () => {
  await Promise.all(many(8).map((n) => save(acme.designer, { [`step:${n}`]: { x: n, y: n } })));
  expect(Object.keys(await layout(acme.viewer)).sort()).toEqual(many(8).map((n) => `step:${n}`));
});

test("of more than 1,000 parts the latest stay", async () => {
  const positions = Object.fromEntries(many(999).map((n) => [`step:p${n}`, { x: n, y: 0 }]));
  await save(acme.designer, positions, true);
  await save(acme.designer, { "step:p5": { x: 1, y: 1 }, "step:new": { x: 2, y: 2 }, "step:newer": { x: 3, y: 3 } });
  const kept = await layout(acme.viewer);
  expect(Object.keys(kept)).toHaveLength(1000);
  expect(kept).toMatchObject({ "step:p5": { x: 1, y: 1 }, "step:newer": { x: 3, y: 3 } });
  expect(kept).not.toHaveProperty(["step:p0"]);
});

test.each([
  ["no number", { "step:a": { x: "1", y: 2 } }],
  ["a number out of reach", { "step:a": { x: 1e9, y: 2 } }],
])("refuses a position with %s", async (_, positions) => {
  expect(await save(acme.designer, positions)).toBe(400);
});
