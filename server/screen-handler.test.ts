import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { handleCall, TRPC_PATH } from "#server/api/trpc/handle-call.ts";
import { registerApp } from "#server/process-app.ts";
import { createSession, endSession } from "#server/screen-handler.ts";
import { anApp, type TestApp } from "#server/testing/app.ts";
import { anElement, insertElement } from "#server/testing/elements.ts";
import { aFormula } from "#server/testing/formulas.ts";
import { anOrganization, type Person, type TestOrganization } from "#server/testing/organizations.ts";

const ORIGIN = "https://formulary.test";

let app: TestApp;
let acme: TestOrganization;
let other: TestOrganization;
let formulaId: number;

beforeAll(async () => {
  app = await anApp();
  registerApp(app);
  [acme, other] = [await anOrganization(app), await anOrganization(app)];
  const created = await change(acme.designer, "design.create", { formula: aFormula() });
  formulaId = created.result.data.formulaId;
});
afterAll(() => app.close());

const sessionOf = async ({ email, password }: Person) => (await createSession({ username: email, password })).token;

type Reply = {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape.
  body: any;
};

async function send(
  token: string | undefined,
  path: string,
  init: RequestInit & { headers?: Record<string, string> } = {},
): Promise<Reply> {
  const headers = { host: "formulary.test", "content-type": "application/json", ...init.headers };
  const reply = await handleCall(app, new Request(`${ORIGIN}${TRPC_PATH}/${path}`, { ...init, headers }), token);
  return { status: reply.status, body: await reply.json() };
}

const look = async (person: Person, path: string, input: unknown) =>
  send(await sessionOf(person), `${path}?input=${encodeURIComponent(JSON.stringify(input))}`);

const change = async (person: Person, path: string, input: unknown) =>
  (await send(await sessionOf(person), path, { method: "POST", body: JSON.stringify(input) })).body;

describe("access", () => {
  test("refuses requests without a session", async () => {
    const { status, body } = await send(undefined, "formula.names");
    expect(status).toBe(401);
    expect(body.error.message).toBe("Your session has ended. Sign in again.");
  });

  test("refuses users who signed out, with the same cookie", async () => {
    const token = await sessionOf(acme.viewer);
    expect(await send(token, "formula.names")).toMatchObject({ status: 200 });
    await endSession(token);
    expect(await send(token, "formula.names")).toMatchObject({ status: 401 });
    await endSession(token);
  });

  test("refuses deactivated users, from that moment on", async () => {
    const leaver = await acme.aColleague();
    const token = await sessionOf(leaver);
    expect(await send(token, "formula.names")).toMatchObject({ status: 200 });
    await app.db.prisma.user.update({ where: { id: leaver.id }, data: { active: false } });
    expect(await send(token, "formula.names")).toMatchObject({ status: 401 });
    await expect(sessionOf(leaver)).rejects.toThrow("The user name or the password is wrong.");
  });

  test("no session that is older than eight hours", async () => {
    const token = await sessionOf(acme.viewer);
    app.at(new Date(Date.now() + 8 * 3600_000 + 1000));
    expect(await send(token, "formula.names")).toMatchObject({ status: 401 });
    app.at(undefined);
  });

  test("a session sees its own organization and no other", async () => {
    expect(await look(acme.viewer, "design.open", { formulaId })).toMatchObject({ status: 200 });
    expect(await look(other.administrator, "design.open", { formulaId })).toMatchObject({ status: 404 });
    expect((await look(other.administrator, "formula.list", {})).body.result.data).toEqual({ items: [], total: 0 });
  });

  test("a viewer sees everything and changes nothing", async () => {
    expect(await look(acme.viewer, "formula.read", { formulaId })).toMatchObject({ status: 200 });
    for (const [path, input] of [
      ["formula.create", aFormula()],
      ["formula.change", { formulaId, changes: { active: false } }],
      ["formula.remove", { formulaId }],
      ["design.publish", { formulaId, basedOn: 1, formula: aFormula() }],
      ["formulaInstance.create", { formulaId, instance: { name: "x" } }],
    ] as const)
      expect((await change(acme.viewer, path, input)).error?.data, path).toMatchObject({ status: 403 });
  });
});

describe("K03: requests of other sites", () => {
  const body = JSON.stringify(aFormula());
  const post = async (headers: Record<string, string>) =>
    send(await sessionOf(acme.designer), "formula.create", { method: "POST", body, headers });

  test.each([
    ["says that it is of another site", { "sec-fetch-site": "cross-site" }],
    ["says that it is of a neighbor on the same domain", { "sec-fetch-site": "same-site" }],
    ["comes from another origin, where browsers say no more", { origin: "https://elsewhere.test" }],
    ["hides where it comes from", { origin: "null" }],
  ])("nothing that %s", async (_, headers) => {
    expect(await post(headers)).toMatchObject({
      status: 403,
      body: { message: "Requests from other sites are not allowed." },
    });
  });

  test("nothing that a form can send", async () => {
    expect((await post({ "content-type": "text/plain" })).status).toBe(400);
  });

  test("no change by a link", async () => {
    const { status } = await look(acme.designer, "formula.remove", { formulaId });
    expect(status).toBe(400);
    expect(await look(acme.designer, "formula.read", { formulaId })).toMatchObject({ status: 200 });
  });

  test("accepts requests of our own page", async () => {
    expect(await post({ "sec-fetch-site": "same-origin", origin: ORIGIN })).toMatchObject({ status: 200 });
    expect(await post({ origin: ORIGIN })).toMatchObject({ status: 200 });
  });
});

describe("responses", () => {
  test("a connection without its secrets and without its token", async () => {
    const { key } = await insertElement(
      app,
      { organizationId: acme.id, accountId: acme.accountId },
      anElement({ key: "desk", authentication: { type: "basic" } }),
    );
    const created = await change(acme.designer, "connection.create", {
      elementKey: key,
      name: "Support",
      configuration: { username: "ada", password: "p4ssword" },
    });
    const read = await look(acme.designer, "connection.read", { elementInstanceId: created.result.data.id });
    expect(read.body.result.data.configuration).toMatchObject({ username: "ada", password: "********" });
    const list = await look(acme.designer, "connection.list", undefined);
    for (const response of [created, read, list]) expect(JSON.stringify(response)).not.toMatch(/p4ssword|"token"/);
  });

  test("a refusal with its kind and the id of the request", async () => {
    const refused = await look(acme.viewer, "design.open", { formulaId: 999_999_999 });
    expect(refused.body.error.data).toMatchObject({ kind: "notFound", status: 404, requestId: expect.any(String) });
    const invalid = await look(acme.viewer, "design.open", { formulaId: "one" });
    expect(invalid.body.error.data).toMatchObject({ status: 400 });
  });

  test("a conflict when publishing over somebody else's changes", async () => {
    const saved = await change(acme.designer, "design.publish", { formulaId, basedOn: 1, formula: aFormula() });
    expect(saved.result.data.revision).toBe(2);
    const late = await change(acme.designer, "design.publish", { formulaId, basedOn: 1, formula: aFormula() });
    expect(late.error).toMatchObject({
      message: "Someone published this formula after you opened it.",
      data: { kind: "conflict", status: 409 },
    });
  });
});
