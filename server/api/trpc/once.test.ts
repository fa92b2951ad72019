import { afterAll, beforeAll, expect, test } from "vitest";
import { registerApp } from "#server/process-app.ts";
import { createSession } from "#server/screen-handler.ts";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anOrganization, type Person, type TestOrganization } from "#server/testing/organizations.ts";
import { handleForm } from "./forms.ts";
import { handleCall, TRPC_PATH } from "./handle-call.ts";

let api: TestApi;
let acme: TestOrganization;
let token: string;
let otherToken: string;

beforeAll(async () => {
  api = await anApi();
  registerApp(api.app);
  acme = await anOrganization(api.app);
  const other = await anOrganization(api.app);
  const signIn = async ({ email, password }: Person) => (await createSession({ username: email, password })).token;
  [token, otherToken] = [await signIn(acme.designer), await signIn(other.designer)];
});
afterAll(() => api.close());

async function send(path: string, input: object, key: string | null, as: string | undefined = token) {
  const reply = await handleCall(
    api.app,
    new Request(`https://formulary.test${TRPC_PATH}/${path}?batch=1`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(key !== null && { "idempotency-key": key }) },
      body: JSON.stringify({ 0: input }),
    }),
    as,
  );
  const [{ result, error }] = await reply.json();
  return { status: reply.status, data: result?.data, error, headers: reply.headers };
}

const stored = (key: string) => api.app.db.prisma.idempotentRequest.count({ where: { key } });
const formulasNamed = (name: string) => api.app.db.prisma.formula.count({ where: { name } });

test("a change that a screen sends again with its key happens once, and has the response of the first time", async () => {
  const first = await send("formula.create", { name: "Once" }, "a");
  const second = await send("formula.create", { name: "Once" }, "a");
  expect(first.status).toBe(200);
  expect(second.data).toEqual(first.data);
  expect([first, second].map(({ headers }) => headers.get("idempotency-key"))).toEqual(["a", "a"]);
  expect([first, second].map(({ headers }) => headers.get("idempotent-replayed"))).toEqual([null, "true"]);
  expect(await formulasNamed("Once")).toBe(1);
  const [row] = await api.app.db.prisma.idempotentRequest.findMany({ where: { key: "a" } });
  expect(row?.response).not.toContain("Once");
});

test("another key, another user and no key are other changes", async () => {
  const id = async (key: string | null, as?: string) =>
    (await send("formula.create", { name: "Many" }, key, as)).data.id;
  const ids = [await id("b"), await id("c"), await id("b", otherToken), await id(null), await id(null)];
  expect(new Set(ids).size).toBe(5);
});

test("the same key is refused for another change", async () => {
  await send("formula.create", { name: "Mine" }, "d");
  const { status, error } = await send("formula.create", { name: "Other" }, "d");
  expect([status, error.data.kind]).toEqual([422, "unprocessable"]);
  expect(await formulasNamed("Other")).toBe(0);
});

test("a change that is in progress is not made a second time, and says so", async () => {
  const replies = await Promise.all(Array.from({ length: 5 }, () => send("formula.create", { name: "Together" }, "e")));
  expect(await formulasNamed("Together")).toBe(1);
  for (const { status, error } of replies.filter(({ status }) => status !== 200))
    expect([status, error.message, error.data.reason]).toEqual([
      409,
      "This was sent before, and is still in progress. Try again in a moment.",
      "inProgress",
    ]);
  expect((await send("formula.create", { name: "Together" }, "e")).status).toBe(200);
});

test("a refused change may be sent again with its key", async () => {
  const refused = await send("formula.change", { formulaId: 999_999, changes: { name: "x" } }, "f");
  expect([refused.status, await stored("f")]).toEqual([404, 0]);
  expect((await send("formula.create", { name: "Later" }, "f")).status).toBe(200);
});

test("neither what may happen twice nor a secret of a second factor is stored", async () => {
  const written = await send("preference.write", { name: "testAccounts", value: { crm: "1" } }, "g");
  const secret = await send("security.begin", {}, "h");
  expect([written.status, secret.status]).toEqual([200, 200]);
  expect([await stored("g"), await stored("h")]).toEqual([0, 0]);
});

test("someone without a session is refused as without a key", async () => {
  const reply = await send("formula.create", { name: "Nobody" }, "i", "");
  expect([reply.status, reply.error.message, await stored("i")]).toEqual([401, expect.stringContaining("Sign in"), 0]);
});

test("a form with a file that is sent again with its key imports once", async () => {
  const description = JSON.stringify({
    ...{ openapi: "3.0.0", info: { title: "Tides" }, servers: [{ url: "https://tides.test" }] },
    paths: { "/tides": { get: { responses: { 200: { description: "ok" } } } } },
  });
  const sendForm = async (key: string, content = description) => {
    const body = new FormData();
    body.set("file", new Blob([content]), "api.json");
    const request = new Request("https://formulary.test/api/imports", {
      ...{ method: "POST", body },
      headers: { "idempotency-key": key },
    });
    return (await handleForm(api.app, request, token)).json();
  };
  const first = await sendForm("j");
  expect(first.key).toBe("tides");
  expect(await sendForm("j")).toEqual(first);
  expect(await api.app.db.prisma.element.count({ where: { name: "Tides", organizationId: acme.id } })).toBe(1);
  const ofSameLength = description.replace("/tides", "/sides");
  await expect(sendForm("j", ofSameLength)).rejects.toMatchObject({ kind: "unprocessable" });
  await expect(sendForm("k", "{")).rejects.toMatchObject({ name: "Failure" });
  expect(await stored("k")).toBe(0);
});
