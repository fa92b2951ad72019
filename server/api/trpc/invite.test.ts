import { afterAll, beforeAll, expect, test } from "vitest";
import { INVITATION_MESSAGES, invitationProblem } from "#server/account/invitation-messages.ts";
import { createVault } from "#server/outside/vault.ts";
import { registerApp } from "#server/process-app.ts";
import { createSession } from "#server/screen-handler.ts";
import { anApp, type TestApp } from "#server/testing/app.ts";
import { anOrganization, type Person, type TestOrganization } from "#server/testing/organizations.ts";
import { TEST_KEYS } from "#server/testing/worker-process.ts";
import { handleCall, TRPC_PATH } from "./handle-call.ts";

let app: TestApp;
let acme: TestOrganization;

beforeAll(async () => {
  app = await anApp();
  Object.assign(app, { vault: createVault(TEST_KEYS) });
  registerApp(app);
  acme = await anOrganization(app);
});
afterAll(() => app.close());

const refusals = new Set<string>();

async function send(path: string, input: unknown, as?: Person) {
  const token = as && (await createSession({ username: as.email, password: as.password })).token;
  const isLook = ["invite.read", "invite.list"].includes(path);
  const query = isLook ? `?input=${encodeURIComponent(JSON.stringify(input ?? null))}` : "";
  const request = new Request(`https://formulary.test${TRPC_PATH}/${path}${query}`, {
    method: isLook ? "GET" : "POST",
    headers: { "content-type": "application/json" },
    ...(!isLook && { body: JSON.stringify(input) }),
  });
  const { result, error } = await (await handleCall(app, request, token)).json();
  // Screens translate the refusals of links.
  if (error && ["invitationRefused", "hasAccount"].includes(error.data.reason)) {
    const [{ key, values }] = error.data.sentences;
    expect(error.message).toBe(invitationProblem(key, values).message);
    refusals.add(key);
  }
  return { data: result?.data, status: error?.data.status, message: error?.message };
}

let count = 0;
const anAddress = () => `guest${++count}-${acme.id}@example.test`;

async function anInvitation(email = anAddress(), role = "org") {
  const { data } = await send("invite.create", { email, role }, acme.administrator);
  return { email, token: new URL(data.url).pathname.replace("/invite/", "") };
}

const PERSON = { firstName: "Ada", lastName: "Guest", password: "Correct horse, battery 9" };

test("a link names its recipient, creates that user with their own password, and works once", async () => {
  const { email, token } = await anInvitation();
  expect((await send("invite.read", { token })).data).toEqual({
    email,
    organization: expect.any(String),
    brand: { name: expect.any(String), accent: null, logo: null },
    role: "Designer",
    signedInAs: null,
  });
  expect((await send("invite.read", { token }, acme.viewer)).data.signedInAs).toBe(acme.viewer.email);
  expect((await send("invite.accept", { token, ...PERSON })).data).toEqual({ email });
  expect(await createSession({ username: email, password: PERSON.password })).toMatchObject({
    email,
    organizationAdmin: false,
  });
  const account = { status: 409, message: `${email} has an account already. Sign in with it instead.` };
  expect(await send("invite.read", { token })).toMatchObject(account);
  expect(await send("invite.accept", { token, ...PERSON })).toMatchObject(account);
  await app.db.prisma.user.updateMany({ where: { email }, data: { email: anAddress() } });
  const again = { status: 400, message: expect.stringContaining("it was already used") };
  expect(await send("invite.read", { token })).toMatchObject(again);
});

test("of two who use one link at once, one becomes a user", async () => {
  const { token } = await anInvitation();
  const both = await Promise.all([1, 2].map(() => send("invite.accept", { token, ...PERSON })));
  expect(both.filter(({ data }) => data).length).toBe(1);
});

test("a refused password leaves the link as good as it was", async () => {
  const { email, token } = await anInvitation();
  expect((await send("invite.accept", { token, ...PERSON, password: "short" })).status).toBe(400);
  expect((await send("invite.accept", { token, ...PERSON })).data).toEqual({ email });
});

test("a link is good for a day, and only as it was made", async () => {
  const { token } = await anInvitation();
  for (const other of ["nonsense", token.slice(0, -4), `${token}AAAA`])
    expect((await send("invite.read", { token: other })).status, other).toBe(400);
  app.at(new Date(Date.now() + 25 * 3600_000));
  expect((await send("invite.read", { token })).message).toContain("older than a day");
  app.at(undefined);
});

test("only administrators invite, into roles that they may give, and addresses that nobody has", async () => {
  const wanted = { email: anAddress(), role: "org" };
  expect((await send("invite.create", wanted, acme.designer)).status).toBe(403);
  expect((await send("invite.create", wanted)).status).toBe(401);
  expect((await send("invite.create", { ...wanted, role: "sys-admin" }, acme.administrator)).status).toBe(403);
  expect((await send("invite.create", { ...wanted, role: "boss" }, acme.administrator)).status).toBe(400);
  const taken = { ...wanted, email: acme.viewer.email };
  expect((await send("invite.create", taken, acme.administrator)).status).toBe(409);
});

test("invitations of users who have left since are refused", async () => {
  const leaver = await acme.aColleague({ accountId: acme.accountId, role: "administrator" });
  const email = anAddress();
  const { data } = await send("invite.create", { email, role: "org" }, leaver);
  const token = new URL(data.url).pathname.replace("/invite/", "");
  const works = async () =>
    (await listed()).find((one: { email: string }) => one.email === email)?.works as boolean | undefined;
  expect(await works()).toBe(true);
  const roles = (given: string[]) => app.db.prisma.user.update({ where: { id: leaver.id }, data: { roles: given } });
  for (const [change, why] of [
    [() => roles(["viewer"]), "may no longer invite others"],
    [() => app.db.prisma.user.update({ where: { id: leaver.id }, data: { active: false } }), "deleted or disabled"],
  ] as const) {
    await change();
    for (const request of [send("invite.read", { token }), send("invite.accept", { token, ...PERSON })]) {
      const { status, message } = await request;
      expect([status, message]).toEqual([400, expect.stringMatching(`${why}.*Ask an administrator of .* for a new`)]);
    }
    expect(await works()).toBe(false);
  }
});

const listed = async () => (await send("invite.list", undefined, acme.administrator)).data;

test("administrators see the open invitations of their organization only", async () => {
  const { email } = await anInvitation(anAddress(), "viewer");
  const other = await anOrganization(app);
  expect(await listed()).toContainEqual({
    ...{ email, roleKey: "viewer", invitedBy: "The administrator", works: true },
    ...{ createdDate: expect.any(String), expiresDate: expect.any(String) },
  });
  expect((await send("invite.list", undefined, other.administrator)).data).toEqual([]);
  expect((await send("invite.list", undefined, acme.designer)).status).toBe(403);
  app.at(new Date(Date.now() + 25 * 3600_000));
  expect(await listed()).toEqual([]);
  app.at(undefined);
});

test("a new invitation for an address ends the earlier one, and says so", async () => {
  const email = anAddress();
  const create = (to: string) => send("invite.create", { email: to, role: "org" }, acme.administrator);
  const tokenOf = ({ data }: { data: { url: string } }) => new URL(data.url).pathname.replace("/invite/", "");
  const first = await create(email);
  const second = await create(email.toUpperCase());
  expect([first.data.replaces, second.data.replaces]).toEqual([false, true]);
  expect((await send("invite.accept", { token: tokenOf(first), ...PERSON })).message).toContain("newer one");
  expect((await send("invite.read", { token: tokenOf(second) })).status).toBeUndefined();
  expect((await listed()).filter((one: { email: string }) => one.email === email)).toHaveLength(1);
});

test("a revoked invitation is refused, also by processes of the previous version, and is no longer listed", async () => {
  const { email, token } = await anInvitation();
  const revoke = (as: Person) => send("invite.revoke", { email }, as);
  expect((await revoke(acme.designer)).status).toBe(403);
  expect((await revoke((await anOrganization(app)).administrator)).status).toBe(404);
  const { nonce } = await app.db.prisma.invitation.findFirstOrThrow({ where: { organizationId: acme.id, email } });
  expect((await revoke(acme.administrator)).status).toBeUndefined();
  expect((await send("invite.accept", { token, ...PERSON })).message).toContain("revoked");
  expect((await listed()).map((one: { email: string }) => one.email)).not.toContain(email);
  expect((await revoke(acme.administrator)).status).toBe(404);
  // Such a process recognizes only links that were used.
  const use = { organizationId: acme.id, key: `invitation:${nonce}` };
  expect(await app.db.prisma.idempotentRequest.count({ where: use })).toBe(1);
  const actions = await app.db.prisma.auditEntry.findMany({ where: { organizationId: acme.id, entityId: email } });
  expect(actions.map(({ action }) => action)).toEqual(["invited", "invitationRevoked"]);
});

test("a link of the previous version, which stored nothing, works until it expires", async () => {
  const { email, token } = await anInvitation();
  await app.db.prisma.invitation.deleteMany({ where: { organizationId: acme.id, email } });
  expect((await send("invite.accept", { token, ...PERSON })).data).toEqual({ email });
});

test("an invitation that was accepted is not listed, whichever version did it", async () => {
  const { email, token } = await anInvitation();
  const stored = await app.db.prisma.invitation.findFirstOrThrow({ where: { organizationId: acme.id, email } });
  await send("invite.accept", { token, ...PERSON });
  expect(await listed()).not.toContainEqual(expect.objectContaining({ email }));
  await app.db.prisma.invitation.create({ data: stored });
  expect(await listed()).not.toContainEqual(expect.objectContaining({ email }));
});

test("an invitation to an address with an account is refused as soon as it is opened", async () => {
  const { email, token } = await anInvitation();
  const { id } = await acme.aColleague();
  await app.db.prisma.user.update({ where: { id }, data: { email } });
  const { status, message } = await send("invite.read", { token });
  expect([status, message]).toEqual([409, `${email} has an account already. Sign in with it instead.`]);
});

test("screens receive the reason of each refusal above", () =>
  expect([...refusals].sort()).toEqual(Object.keys(INVITATION_MESSAGES).sort()));
