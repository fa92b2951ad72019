import { afterAll, beforeAll, expect, test } from "vitest";
import { forClient } from "#server/client-address.ts";
import { actingAs, type Context } from "#server/context.ts";
import type { Failure } from "#server/errors.ts";
import { createVault } from "#server/outside/vault.ts";
import { registerApp } from "#server/process-app.ts";
import { createOidcSession, createSession } from "#server/screen-handler.ts";
import * as users from "#server/store/organization/users.ts";
import { anApp, type TestApp } from "#server/testing/app.ts";
import { anOrganization, type Person, type TestOrganization } from "#server/testing/organizations.ts";
import { TEST_KEYS } from "#server/testing/worker-process.ts";
import { lookUpRoutingKey } from "../cell/look-up-routing-key.ts";
import { inviteUser } from "../invite/invite-user.ts";
import { revokeInvitation } from "../invite/revoke-invitation.ts";

let app: TestApp;
let acme: TestOrganization;
let other: TestOrganization;

beforeAll(async () => {
  app = await anApp();
  Object.assign(app, { vault: createVault(TEST_KEYS) });
  registerApp(app);
  acme = await anOrganization(app);
  other = await anOrganization(app);
});
afterAll(() => app.close());

let count = 0;
const anAddress = () => `Guest${++count}-${acme.id}@example.test`;
const NAMES = { firstName: "Ada", lastName: "Guest" };

const enter = (email: string, more: { invitation?: string; userAgent?: string } = {}) =>
  forClient("203.0.113.7", () => createOidcSession({ email, ...NAMES, ...more }));

const refusal = (entering: Promise<unknown>) =>
  entering.then(
    () => "entered",
    ({ cause, message }: Error) => {
      const { reason, sentences } = (cause ?? {}) as Partial<Failure>;
      return sentences?.[0]?.key ?? reason ?? message;
    },
  );

async function contextOf({ id }: Person): Promise<Context> {
  const user = await app.db.prisma.user.findUniqueOrThrow({
    where: { id },
    include: { account: true, organization: true },
  });
  return { ...app, ...actingAs(app, users.callerOf(user)), requestId: "test" };
}

async function anInvitation({ email = anAddress(), role = "org", from = acme } = {}) {
  const ctx = await contextOf(from.administrator);
  const { url } = await inviteUser(ctx, { email, role });
  return { email, ctx, token: new URL(url).pathname.replace("/invite/", "") };
}

const entriesOf = (entityId: string) =>
  app.db.prisma.auditEntry.findMany({ where: { entity: "user", entityId }, orderBy: { id: "asc" } });

test("a user whom the provider names has a session with their device, and their password stays theirs", async () => {
  const entered = await enter(acme.viewer.email, { userAgent: "Firefox of the test" });
  expect(entered).toMatchObject({ email: acme.viewer.email, token: expect.any(String), isNew: false });
  const stored = await app.db.prisma.session.findFirst({ where: { userId: entered.id, byProvider: true } });
  expect(stored?.userAgent).toBe("Firefox of the test");
});

test("an address that nobody has or invited is refused, and the refusal recorded", async () => {
  const before = await app.db.prisma.auditEntry.count({ where: { action: "refused", organizationId: 0 } });
  expect(await refusal(enter("stranger@example.test"))).toBe("unknownAddress");
  const after = await app.db.prisma.auditEntry.count({ where: { action: "refused", organizationId: 0 } });
  expect(after - before).toBe(1);
});

test.each(["user", "account"] as const)("a deactivated %s is named as the reason, and recorded", async (what) => {
  const { id, email, accountId } = await acme.aColleague();
  if (what === "user") await app.db.prisma.user.update({ where: { id }, data: { active: false } });
  else await app.db.prisma.account.update({ where: { id: accountId }, data: { active: false } });
  expect(await refusal(enter(email))).toBe("deactivated");
  const [entry] = await entriesOf(String(id));
  expect(entry).toMatchObject({ action: "refused", organizationId: acme.id, userId: id });
});

test("the owner of an invited address joins nobody without the link", async () => {
  const { email, token } = await anInvitation();
  expect(await refusal(enter(email))).toBe("invited");
  expect(await enter(email, { invitation: token })).toMatchObject({ isNew: true });
});

test("an open invitation becomes a user without a password, by its link", async () => {
  const { email, token } = await anInvitation({ role: "viewer" });
  const entered = await enter(email.toUpperCase(), { invitation: token });
  expect(entered).toMatchObject({ ...NAMES, email: email.toLowerCase(), isNew: true, organizationAdmin: false });
  expect(entered.roles.map(({ key }) => key)).toEqual(["viewer"]);
  const actions = (await entriesOf(String(entered.id))).map(({ action, userId, address }) => [action, userId, address]);
  expect(actions).toEqual([
    ["created", acme.administrator.id, "203.0.113.7"],
    ["signedIn", entered.id, "203.0.113.7"],
  ]);
  expect(await app.db.prisma.invitation.count({ where: { email: email.toLowerCase() } })).toBe(0);
  await expect(createSession({ username: email, password: "" })).rejects.toThrow("wrong");
  expect(await enter(email)).toMatchObject({ id: entered.id, isNew: false });
});

test("an invitation that was revoked, used, replaced, or has expired becomes nobody", async () => {
  const revoked = await anInvitation();
  await revokeInvitation(revoked.ctx, { email: revoked.email });
  expect(await refusal(enter(revoked.email))).toBe("unknownAddress");
  expect(await refusal(enter(revoked.email, { invitation: revoked.token }))).toBe("revoked");

  const used = await anInvitation();
  const stored = await app.db.prisma.invitation.findFirstOrThrow({ where: { email: used.email.toLowerCase() } });
  const { id } = await enter(used.email, { invitation: used.token });
  await app.db.prisma.user.update({ where: { id }, data: { email: anAddress().toLowerCase() } });
  // As a process of the previous version leaves it.
  await app.db.prisma.invitation.create({ data: stored });
  expect(await refusal(enter(used.email))).toBe("unknownAddress");
  expect(await refusal(enter(used.email, { invitation: used.token }))).toBe("used");

  const replaced = await anInvitation();
  await anInvitation(replaced);
  expect(await refusal(enter(replaced.email, { invitation: replaced.token }))).toBe("replaced");

  const expired = await anInvitation();
  app.at(new Date(Date.now() + 25 * 3600_000));
  expect(await refusal(enter(expired.email))).toBe("unknownAddress");
  expect(await refusal(enter(expired.email, { invitation: expired.token }))).toBe("expired");
  app.at(undefined);
});

test("an invitation whose inviter was deleted becomes nobody", async () => {
  const leaver = await acme.aColleague({ accountId: acme.accountId, role: "administrator" });
  const email = anAddress();
  const { url } = await inviteUser(await contextOf(leaver), { email, role: "org" });
  await app.db.prisma.user.update({ where: { id: leaver.id }, data: { deletedAt: new Date(), active: false } });
  expect(await refusal(enter(email))).toBe("unknownAddress");
  const invitation = new URL(url).pathname.replace("/invite/", "");
  expect(await refusal(enter(email, { invitation }))).toBe("inviterGone");
});

test("an invitation is for its own address only", async () => {
  const { token, email } = await anInvitation();
  expect(await refusal(enter(anAddress(), { invitation: token }))).toBe("otherAddress");
  expect(await refusal(enter(`x${email}`))).toBe("unknownAddress");
  expect(await enter(email, { invitation: token })).toMatchObject({ isNew: true });
});

test("an address that two organizations have invited joins the one whose link was opened", async () => {
  const { email } = await anInvitation();
  const { token } = await anInvitation({ email, from: other });
  expect(await refusal(enter(email))).toBe("invited");
  const { id } = await enter(email, { invitation: token });
  expect((await app.db.prisma.user.findUniqueOrThrow({ where: { id } })).organizationId).toBe(other.id);
});

test("an organization invites nobody who is a user of another one", async () => {
  await expect(anInvitation({ email: other.viewer.email })).rejects.toMatchObject({ kind: "conflict" });
});

test("the cell of an open invitation knows its address, behind a cell that has a user with it", async () => {
  const { email } = await anInvitation();
  const lookUp = (address: string) => lookUpRoutingKey(app, { kind: "email", email: address });
  expect(await lookUp(email)).toEqual({ isKnown: true });
  expect(await lookUp(anAddress())).toEqual({ isKnown: false });
});
