import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";
import { signIn as verbSignIn } from "./sign-in.ts";

/** At most a minute. */
const SECONDS = /^(?:[1-5]?\d|60)$/;
let api: TestApi;
let acme: TestOrganization;
beforeAll(async () => {
  api = await anApi();
  acme = await anOrganization(api.app);
});
afterAll(() => api.close());

const signIn = (username: string, password: string) =>
  api.fetch("/authentication", { method: "POST", body: { username, password } });
const entries = (action: string) => api.app.db.prisma.auditEntry.count({ where: { organizationId: acme.id, action } });

describe("POST /authentication", () => {
  test("gives a token and says who signed in", async () => {
    const { email, password, id } = acme.designer;
    const reply = await signIn(email.toUpperCase(), password);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      id,
      username: email,
      organizationId: acme.id,
      accountId: acme.accountId,
      organizationAdmin: false,
    });
    expect(reply.body.token.length).toBeGreaterThan(40);
    expect(reply.text).not.toContain(acme.secret);
  });

  test("says the same of a wrong password and of a name that nobody has", async () => {
    const wrong = await signIn(acme.viewer.email, "wrong");
    const unknown = await signIn("nobody@example.test", "wrong");
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wrong.body.message).toBe(unknown.body.message);
  });

  test("A17: does the same work for a name that nobody has as for a wrong password", async () => {
    const { passwords, db } = api.app;
    const work: string[] = [];
    const verify = async (hash: string, password: string) => {
      work.push("verify");
      return passwords.verify(hash, password);
    };
    const counted = { ...api.app, requestId: "x", passwords: { ...passwords, verify } };
    for (const username of [acme.viewer.email, "nobody-at-all@example.test"]) {
      const before = await db.prisma.auditEntry.count({ where: { entity: "password" } });
      await expect(
        verbSignIn(counted, { username, password: "wrong", clientAddress: "203.0.113.1" }),
      ).rejects.toMatchObject({
        kind: "unauthorized",
      });
      work.push(`recorded ${(await db.prisma.auditEntry.count({ where: { entity: "password" } })) - before}`);
    }
    expect(work).toEqual(["verify", "recorded 1", "verify", "recorded 1"]);
  });

  test("a disabled user cannot sign in", async () => {
    const person = await acme.aColleague();
    await api.app.db.prisma.user.update({ where: { id: person.id }, data: { active: false } });
    expect((await signIn(person.email, person.password)).status).toBe(401);
  });

  test("names the missing field", async () => {
    const reply = await api.fetch("/authentication", { method: "POST", body: { username: "a" } });
    expect([reply.status, reply.body.message]).toEqual([400, expect.stringContaining("password")]);
  });

  test.each(["known", "unknown"])(
    "A14: the sixth wrong password for a %s name within a minute is 429, then the right one too",
    async (which) => {
      const person = await acme.aColleague();
      const name = which === "known" ? person.email : `nobody-${crypto.randomUUID()}@example.test`;
      for (let tries = 0; tries < 5; tries++) expect((await signIn(name, "wrong")).status).toBe(401);
      const sixth = await signIn(name, "wrong");
      expect([sixth.status, sixth.headers.get("retry-after")]).toEqual([429, expect.stringMatching(SECONDS)]);
      expect((await signIn(name, person.password)).status).toBe(429);
      api.app.at(new Date(Date.now() + 61_000));
      expect((await signIn(name, person.password)).status).toBe(which === "known" ? 200 : 401);
      api.app.at(undefined);
    },
  );

  test("A14: a burst at once gets no more tries", async () => {
    const person = await acme.aColleague();
    const replies = await Promise.all(Array.from({ length: 30 }, () => signIn(person.email, "wrong")));
    expect(replies.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(5);
  });
});

describe("GET /authentication/secrets", () => {
  test("shows the two secrets to the bearer of a token, and keeps a record of it", async () => {
    const before = await entries("secretRead");
    const { token } = (await signIn(acme.administrator.email, acme.administrator.password)).body;
    const reply = await api.fetch("/authentication/secrets", { headers: { authorization: `Bearer ${token}` } });
    expect(reply.body).toEqual({ userSecret: acme.administrator.secret, organizationSecret: acme.secret });
    expect(await entries("secretRead")).toBe(before + 1);
  });

  test("a token ends after eight hours", async () => {
    const { token } = (await signIn(acme.administrator.email, acme.administrator.password)).body;
    api.app.at(new Date(Date.now() + 8 * 3600_000 + 1000));
    expect((await api.fetch("/authentication/secrets", { headers: { authorization: `Bearer ${token}` } })).status).toBe(
      401,
    );
    api.app.at(undefined);
  });

  test.each(["Bearer x", "Bearer", "", "Basic x"])(
    "%j is 401, in the words of every refused credential",
    async (authorization) => {
      const reply = await api.fetch("/authentication/secrets", { headers: { authorization } });
      expect([reply.status, reply.body.message]).toEqual([
        401,
        "Invalid Organization or User secret, or invalid Element token provided.",
      ]);
    },
  );

  test("secrets instead of a token are 401, and a token on platform calls is 401", async () => {
    expect((await api.fetch("/authentication/secrets", { as: acme.administrator })).status).toBe(401);
    const { token } = (await signIn(acme.administrator.email, acme.administrator.password)).body;
    expect(
      (await api.fetch(`/users/${acme.viewer.id}`, { headers: { authorization: `Bearer ${token}` } })).status,
    ).toBe(401);
  });
});

describe("GET /users/{emailOrId}", () => {
  const read = (who: string | number, password?: string, as = acme.administrator) =>
    api.fetch(`/users/${who}`, {
      as,
      ...(password !== undefined && { headers: { "elements-user-password": password } }),
    });

  test("shows the secrets with the user's right password, by e-mail and by id, and keeps a record", async () => {
    const before = await entries("secretRead");
    const { id, email, password, secret } = acme.designer;
    const reply = await read(email, password);
    expect(reply.body).toMatchObject({ id, email, secret, organizationSecret: acme.secret });
    expect((await read(id, password)).body).toEqual(reply.body);
    expect(await entries("secretRead")).toBe(before + 2);
  });

  test("shows no secret without it", async () => {
    const reply = await read(acme.designer.id);
    expect(reply.body).toMatchObject({ id: acme.designer.id, roles: [{ key: "org" }], active: true });
    expect(reply.text).not.toMatch(/secret|hash/i);
  });

  test("A14: a wrong password is 401 and recorded, the sixth within a minute 429 with Retry-After", async () => {
    const person = await acme.aColleague();
    const statuses = [];
    for (let tries = 0; tries < 6; tries++) statuses.push((await read(person.id, "wrong")).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    const refused = { organizationId: acme.id, entity: "password", entityId: String(person.id), action: "refused" };
    expect(await api.app.db.prisma.auditEntry.count({ where: refused })).toBe(5);
  });

  test("A15: is for administrators", async () => {
    expect((await read(acme.designer.id, acme.designer.password, acme.designer)).status).toBe(403);
    expect((await read(acme.viewer.id, acme.viewer.password, acme.viewer)).status).toBe(403);
  });

  test("A11: a user of another organization is 404, by id and by e-mail", async () => {
    const other = await anOrganization(api.app);
    expect((await read(other.viewer.id, other.viewer.password)).status).toBe(404);
    expect((await read(other.viewer.email, other.viewer.password)).status).toBe(404);
    expect((await read("nobody@example.test")).status).toBe(404);
    expect((await read(999_999_999_9)).status).toBe(404);
  });
});
