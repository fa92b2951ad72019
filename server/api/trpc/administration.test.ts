import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { USUAL_POLICY } from "#server/account/password-policy.ts";
import { registerApp } from "#server/process-app.ts";
import { createSession } from "#server/screen-handler.ts";
import { signInBrand } from "#server/services/organization/sign-in-brand.ts";
import { sweepRetention } from "#server/services/retention/sweep-retention.ts";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anExecution } from "#server/testing/executions.ts";
import { aFormula } from "#server/testing/formulas.ts";
import { aPng } from "#server/testing/images.ts";
import { anOrganization, type Person, type TestOrganization } from "#server/testing/organizations.ts";
import { SCREEN_PROCEDURES, sendAsScreen } from "#server/testing/screens.ts";
import { handleForm } from "./forms.ts";
import { handleListExport } from "./list-export.ts";

let api: TestApi;
let acme: TestOrganization;
let other: TestOrganization;
beforeAll(async () => {
  api = await anApi();
  registerApp(api.app);
  [acme, other] = [await anOrganization(api.app), await anOrganization(api.app)];
});
afterAll(() => api.close());

const tokenOf = async ({ email: username, password }: Person) => (await createSession({ username, password })).token;
const send = async (as: Person, path: string, input: unknown) => sendAsScreen(await tokenOf(as), path, input);
const data = async (as: Person, path: string, input: unknown) => {
  const reply = await send(as, path, input);
  if (reply.error) throw new Error(reply.error.message);
  return reply.result.data;
};
const emails = async (as: Person, input: object) =>
  (await data(as, "user.list", input)).items.map(({ email }: { email: string }) => email);

const INPUTS: Record<string, (person: Person) => unknown> = {
  "account.list": () => ({}),
  "account.create": () => ({ externalId: "x" }),
  "account.change": ({ accountId }) => ({ accountId, changes: { name: "x" } }),
  "account.switch": ({ accountId }) => ({ accountId, on: false }),
  "audit.list": () => ({}),
  "organization.read": () => undefined,
  "organization.rename": () => ({ name: "x" }),
  "organization.requireSecondFactor": () => ({ on: true }),
  "organization.expiredPasswords": () => ({ expirationDays: 1 }),
  "organization.brand": () => undefined,
  "organization.setAccent": () => ({ color: "#047857" }),
  "organization.removeLogo": () => undefined,
  "organization.retention": () => undefined,
  "organization.previewRetention": () => ({ days: 1 }),
  "organization.setRetention": () => ({ days: 1 }),
  "organization.setPasswordPolicy": () => USUAL_POLICY,
  "user.list": () => ({}),
  "user.setRole": ({ id }) => ({ emailOrId: String(id), roleKey: "org" }),
  "user.switch": ({ id }) => ({ emailOrId: String(id), on: false }),
  "user.setPassword": ({ id }) => ({ emailOrId: String(id), password: "another secret" }),
  "user.signOut": ({ id }) => ({ emailOrId: String(id) }),
  "user.resetSecondFactor": ({ id }) => ({ emailOrId: String(id) }),
  "user.remove": ({ id }) => ({ emailOrId: String(id) }),
};

test("every procedure of the administrators' screens is known to this test", () => {
  const known = SCREEN_PROCEDURES.map(({ path }) => path).filter((path) =>
    /^(?:account|audit|organization|user)\./.test(path),
  );
  expect(Object.keys(INPUTS).sort()).toEqual(known.filter((path) => path !== "account.secrets").sort());
});

describe.each(["viewer", "designer"] as const)("a %s", (role) => {
  test.each(Object.keys(INPUTS))("is refused %s", async (path) => {
    const { error } = await send(acme[role], path, INPUTS[path]?.(await acme.aColleague()));
    expect(error?.data.status, JSON.stringify(error)).toBe(403);
  });

  test("is refused the export of the audit log", async () => {
    await expect(exported(acme[role])).rejects.toMatchObject({ kind: "forbidden" });
  });
});

describe("users", () => {
  test("are found by parts of names and addresses, by account, role and status", async () => {
    const ann = await acme.aColleague({ role: "viewer" });
    expect(await emails(acme.administrator, { search: ann.email.toUpperCase().slice(0, -6) })).toEqual([ann.email]);
    expect(await emails(acme.administrator, { search: "%" })).toEqual([]);
    expect(await emails(acme.administrator, { accountId: ann.accountId })).toEqual([ann.email]);
    expect(await emails(acme.administrator, { accountId: ann.accountId, roleKey: "org-admin" })).toEqual([]);
    await data(acme.administrator, "user.switch", { emailOrId: String(ann.id), on: false });
    expect(await emails(acme.administrator, { accountId: ann.accountId, active: true })).toEqual([]);
    expect(await emails(acme.administrator, { accountId: ann.accountId, active: false })).toEqual([ann.email]);
    expect(await emails(other.administrator, { search: ann.email })).toEqual([]);
  });

  test("of other accounts are hidden from administrators of an account", async () => {
    const boss = await acme.aColleague({ role: "administrator" });
    expect(await emails(boss, {})).toEqual([boss.email]);
    expect(await emails(boss, { accountId: acme.accountId })).toEqual([]);
  });

  test("deactivated users lose their sessions", async () => {
    const ann = await acme.aColleague();
    const token = await tokenOf(ann);
    await data(acme.administrator, "user.switch", { emailOrId: String(ann.id), on: false });
    expect((await sendAsScreen(token, "home.overview", undefined)).error.data.status).toBe(401);
    await data(acme.administrator, "user.switch", { emailOrId: String(ann.id), on: true });
    expect((await sendAsScreen(token, "home.overview", undefined)).error.data.status).toBe(401);
    expect((await send(ann, "home.overview", undefined)).error).toBeUndefined();
  });

  test("get one role in place of theirs, recorded in the audit log", async () => {
    const ann = await acme.aColleague({ role: "viewer" });
    const ofAnn = { emailOrId: String(ann.id) };
    await data(acme.administrator, "user.setRole", { ...ofAnn, roleKey: "admin" });
    const { items } = await data(acme.administrator, "user.list", { search: ann.email });
    expect(items).toMatchObject([{ roleKey: "admin", email: ann.email }]);
    const entries = await data(acme.administrator, "audit.list", { entity: "user", object: String(ann.id) });
    expect(entries.items).toMatchObject([{ action: "roleChanged", userName: "The administrator" }]);
    const unknown = await send(acme.administrator, "user.setRole", { ...ofAnn, roleKey: "king" });
    expect(unknown.error).toMatchObject({ message: 'roleKey: there is no role "king".', data: { status: 400 } });
  });

  test("get no role above the administrator's, and nobody changes those above or themselves", async () => {
    const boss = await acme.aColleague({ role: "administrator" });
    const ann = await acme.aColleague({ accountId: boss.accountId });
    const refusal = (emailOrId: number, roleKey: string, as = boss) =>
      send(as, "user.setRole", { emailOrId: String(emailOrId), roleKey });
    expect((await refusal(ann.id, "org-admin")).error).toMatchObject({
      message: "The role org-admin is higher than your own. Ask somebody who has it.",
      data: { status: 403 },
    });
    await data(acme.administrator, "user.setRole", { emailOrId: String(ann.id), roleKey: "org-admin" });
    for (const path of ["user.setRole", "user.switch", "user.setPassword", "user.remove"])
      expect((await send(boss, path, INPUTS[path]?.(ann))).error.data.status, path).toBe(403);
    expect((await refusal(boss.id, "org")).error.data.status).toBe(403);
  });
});

describe("the organization", () => {
  test("is renamed, and says before a change whose password would have expired", async () => {
    const fresh = await anOrganization(api.app);
    await fresh.aColleague();
    const as = fresh.administrator;
    await data(as, "organization.rename", { name: "Acme & Sons" });
    expect((await data(as, "organization.read", undefined)).name).toBe("Acme & Sons");
    expect((await send(as, "organization.rename", { name: " " })).error.data.status).toBe(400);
    const expired = (expirationDays: number) => data(as, "organization.expiredPasswords", { expirationDays });
    expect(await expired(30)).toEqual({ users: 0 });
    const [hired] = await api.app.db.prisma.user.findMany({ where: { organizationId: fresh.id } });
    const passwordChangedAt = new Date(api.app.now().getTime() - 31 * 24 * 3600_000);
    await api.app.db.prisma.user.update({ where: { id: hired?.id ?? 0 }, data: { passwordChangedAt } });
    expect([await expired(30), await expired(32), await expired(0)]).toEqual([
      { users: 1 },
      { users: 0 },
      { users: 0 },
    ]);
    await data(as, "organization.setPasswordPolicy", { ...USUAL_POLICY, minLength: 12 });
    expect((await data(as, "organization.read", undefined)).passwordPolicy.minLength).toBe(12);
    expect((await send(as, "organization.setPasswordPolicy", { ...USUAL_POLICY, minLength: 4 })).error.message).toBe(
      "minLength: must be at least 8",
    );
  });
});

describe("accounts", () => {
  test("are created, found, renamed and deactivated with their users", async () => {
    const created = await data(acme.administrator, "account.create", { externalId: "c-17", name: "Zebra Inc." });
    const ann = await acme.aColleague({ accountId: created.id });
    const ofAccount = { accountId: created.id };
    await data(acme.administrator, "account.change", { ...ofAccount, changes: { name: "Zebra Ltd." } });
    const found = async () => (await data(acme.administrator, "account.list", { search: "zebra" })).items;
    expect(await found()).toMatchObject([{ name: "Zebra Ltd.", externalId: "c-17", active: true }]);
    await data(acme.administrator, "account.switch", { ...ofAccount, on: false });
    expect(await found()).toMatchObject([{ active: false }]);
    expect(await emails(acme.administrator, { ...ofAccount, active: false })).toEqual([ann.email]);
    expect((await data(other.administrator, "account.list", { search: "zebra" })).items).toEqual([]);
  });
});

async function exported(as: Person, query: Record<string, string> = {}, format = "json"): Promise<string> {
  const search = new URLSearchParams({ list: "audit", format, filters: JSON.stringify(query) });
  const request = new Request(`https://formulary.test/api/exports?${search}`);
  return (await handleListExport(api.app, request, await tokenOf(as))).text();
}

describe("the export of the audit log", () => {
  test("has all matching entries of the organization, more than are read at once, newest first", async () => {
    const mine = { organizationId: acme.id, accountId: acme.accountId, userId: acme.designer.id, action: "exportTest" };
    const entries = Array.from({ length: 1203 }, (_, at) => ({ ...mine, entity: "formula", entityId: String(at) }));
    const theirs = { ...mine, organizationId: other.id, entity: "formula", entityId: "theirs" };
    await api.app.db.prisma.auditEntry.createMany({ data: [...entries, theirs] });
    const lines = (await exported(acme.administrator, { action: "exportTest" })).trimEnd().split("\n");
    const ids = lines.map((line) => JSON.parse(line).entityId);
    expect(ids).toEqual(entries.map(({ entityId }) => entityId).reverse());
    expect(await exported(acme.administrator, { action: "exportTest", object: "7" })).toMatch(
      /^\{[^\n]*"entityId":"7"[^\n]*\}\n$/,
    );
    expect(await exported(acme.administrator, { action: "exportTest", to: "2020-01-01" })).toBe("");
    const table = await exported(acme.administrator, { action: "exportTest" }, "csv");
    expect(table.split("\n").slice(0, 2)).toEqual([
      "id,createdDate,action,entity,entityId,parentId,userId,userName,accountId,agent,address,changes",
      expect.stringMatching(/^\d+,[^,]+Z,exportTest,formula,1202,,\d+,[^,]*,\d+,,,$/),
    ]);
    await expect(exported(acme.viewer)).rejects.toMatchObject({ kind: "forbidden" });
  });

  test("is itself in the log, and needs a session and valid filters", async () => {
    await exported(acme.administrator);
    const { items } = await data(acme.administrator, "audit.list", { action: "auditExported" });
    expect(items[0]).toMatchObject({ entity: "organization", userId: acme.administrator.id });
    await expect(exported(acme.administrator, { from: "yesterday" })).rejects.toMatchObject({ kind: "badRequest" });
    const request = new Request("https://formulary.test/api/exports?list=audit&format=csv");
    await expect(handleListExport(api.app, request, undefined)).rejects.toMatchObject({ kind: "unauthorized" });
  });
});

test("schedules are found by their name, account, state and next run", async () => {
  const ann = await acme.aColleague({ role: "administrator" });
  const job = (name: string, cron: string) => ({ name, uri: "/formulas", method: "GET", trigger: { cron } });
  const often = await data(acme.administrator, "schedule.create", job("Often 100%", "0 * * * * ?"));
  const yearly = await data(ann, "schedule.create", job("Yearly", "0 0 0 1 1 ?"));
  await data(acme.administrator, "schedule.switch", { jobId: often.id, on: false });
  const found = async (filter: object, as = acme.administrator) =>
    (await data(as, "schedule.list", filter)).items.map(({ name }: { name: string }) => name).sort();
  expect(await found({})).toEqual(["Often 100%", "Yearly"]);
  expect(await found({ search: "OFTEN" })).toEqual(["Often 100%"]);
  expect(await found({ search: "0%" })).toEqual(["Often 100%"]);
  expect(await found({ search: "%" })).toEqual(["Often 100%"]);
  expect(await found({ accountId: ann.accountId })).toEqual(["Yearly"]);
  expect(await found({ accountId: acme.accountId }, ann)).toEqual([]);
  expect(await found({ enabled: false })).toEqual(["Often 100%"]);
  const soon = new Date(Date.now() + 3600_000).toISOString();
  expect(await found({ nextBefore: soon })).toEqual([]);
  await data(acme.administrator, "schedule.switch", { jobId: often.id, on: true });
  expect(await found({ nextBefore: soon })).toEqual(["Often 100%"]);
  for (const jobId of [often.id, yearly.id]) await data(acme.administrator, "schedule.remove", { jobId });
});

test("keys of all users are found by name, user and state", async () => {
  const bea = await acme.aColleague();
  const key = (as: Person, name: string, more = {}) =>
    data(as, "apiKey.create", { name, scopes: ["formulas:read"], ...more });
  await key(acme.administrator, "Nightly 100%");
  const old = await key(bea, "Old import", { expiresInDays: 1 });
  const found = async (filter: object, as = acme.administrator) =>
    (await data(as, "apiKey.listAll", filter)).items.map(({ name }: { name: string }) => name).sort();
  expect(await found({})).toEqual(["Nightly 100%", "Old import"]);
  expect(await found({ search: "%" })).toEqual(["Nightly 100%"]);
  expect(await found({ search: bea.email.toUpperCase() })).toEqual(["Old import"]);
  expect(await found({ search: bea.email }, other.administrator)).toEqual([]);
  expect(await found({ state: "expired" })).toEqual([]);
  const past = { createdAt: new Date("2020-01-01"), expiresAt: new Date("2020-01-02") };
  await api.app.db.prisma.apiKey.update({ where: { id: old.id }, data: past });
  expect(await found({ state: "expired" })).toEqual(["Old import"]);
  expect(await found({ state: "valid" })).toEqual(["Nightly 100%"]);
  expect(await found({ state: "unused" })).toEqual(["Old import"]);
});

test("a shorter retention says what it deletes before it is saved, and the sweep deletes that and nothing of others", async () => {
  const { db } = api.app;
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const old = await anExecution(api.app, await aFormulaInstance(acme));
  const theirs = await anExecution(api.app, await aFormulaInstance(other));
  const recent = await anExecution(api.app, await aFormulaInstance(acme));
  for (const { executionId } of [old, theirs])
    await db.pool.query("update execution set created_at = $2 where id = $1", [executionId, daysAgo(5)]);
  for (const organization of [acme, other]) {
    const whose = { organizationId: organization.id, accountId: organization.accountId };
    const call = { ...whose, userId: 1, elementInstanceId: 1, method: "GET", uri: "/x", resource: "x", ip: "internal" };
    const requestId = `retention of ${organization.id}`;
    api.app.usage.note({ ...call, requestId, status: 200, processMs: 1, createdAt: daysAgo(4) });
  }
  await api.app.usage.flush();
  const read = () => data(acme.administrator, "organization.retention", undefined);
  expect(await read()).toEqual({ days: 30, most: 30 });
  const counts = async (days: number) =>
    Object.fromEntries(
      (await data(acme.administrator, "organization.previewRetention", { days })).counted.map(
        ({ data: what, count }: { data: string; count: number }) => [what, count],
      ),
    );
  expect(await counts(3)).toEqual({ executions: 1, events: 0, deliveries: 0, requests: 1 });
  expect(await counts(10)).toEqual({ executions: 0, events: 0, deliveries: 0, requests: 0 });
  expect((await send(acme.administrator, "organization.setRetention", { days: 31 })).error.message).toContain(
    "30 days",
  );
  await data(acme.administrator, "organization.setRetention", { days: 3 });
  expect(await read()).toEqual({ days: 3, most: 30 });
  await sweepRetention(api.app);
  const { rows } = await db.pool.query("select id::int from execution where id = any($1)", [
    [old, theirs, recent].map(({ executionId }) => executionId),
  ]);
  expect(rows.map(({ id }) => id).sort()).toEqual([theirs.executionId, recent.executionId].sort());
  const usage = await db.pool.query("select organization_id from usage where request_id like 'retention of %'");
  expect(usage.rows).toEqual([{ organization_id: other.id }]);
  expect(await counts(3)).toEqual({ executions: 0, events: 0, deliveries: 0, requests: 0 });
  const [entry] = (await data(acme.administrator, "audit.list", { action: "retentionChanged" })).items;
  expect(entry.changes).toEqual([{ field: "retentionDays", before: "30", after: "3" }]);
});

async function aFormulaInstance({ designer: as }: TestOrganization) {
  const formula = (await api.fetch("/formulas", { as, method: "POST", body: aFormula() })).body;
  return (await api.fetch(`/formulas/${formula.id}/instances`, { as, method: "POST", body: { name: "i" } })).body;
}

test("the brand of an organization is checked, and shown to people whom it invites", async () => {
  const refused = await send(acme.administrator, "organization.setAccent", { color: "#facc15" });
  expect([refused.error.data.status, refused.error.message]).toEqual([400, expect.stringMatching(/cannot be read/)]);
  await data(acme.administrator, "organization.setAccent", { color: "#047857" });
  const logo = async (content: string | Uint8Array, as = acme.administrator) => {
    const form = new FormData();
    form.set("file", new File([content as BlobPart], "logo.png", { type: "image/png" }));
    return handleForm(
      api.app,
      new Request("https://formulary.test/api/logo", { method: "POST", body: form }),
      await tokenOf(as),
    );
  };
  await expect(logo("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>")).rejects.toMatchObject({
    kind: "badRequest",
  });
  await expect(logo(new Uint8Array(300 * 1024))).rejects.toMatchObject({ kind: "tooLarge" });
  const png = aPng();
  await expect(logo(png, acme.designer)).rejects.toMatchObject({ kind: "forbidden" });
  expect((await logo(png)).status).toBe(200);
  const shown = {
    accent: { light: "#047857", dark: expect.stringMatching(/^#[0-9a-f]{6}$/) },
    logo: `data:image/png;base64,${png.toString("base64")}`,
  };
  expect(await data(acme.administrator, "organization.brand", undefined)).toMatchObject(shown);
  expect((await data(other.administrator, "organization.brand", undefined)).logo).toBeNull();
  const { url } = await data(acme.administrator, "invite.create", { email: "brand@example.test", role: "org" });
  const token = new URL(url).pathname.split("/").at(-1);
  expect((await sendAsScreen(undefined, "invite.read", { token })).result.data.brand).toMatchObject(shown);
  // Two organizations: it is unknown whose sign-in it is.
  expect(await signInBrand(api.app)).toBeNull();
  await data(acme.administrator, "organization.removeLogo", undefined);
  await data(acme.administrator, "organization.setAccent", { color: null });
  expect(await data(acme.administrator, "organization.brand", undefined)).toMatchObject({ accent: null, logo: null });
});
