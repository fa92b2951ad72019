import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";
import { createApi } from "./app.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { createListener } from "./listener.ts";

let api: TestApi;
let acme: TestOrganization;
let other: TestOrganization;
beforeAll(async () => {
  api = await anApi();
  acme = await anOrganization(api.app);
  other = await anOrganization(api.app);
});
afterAll(() => api.close());

const CHALLENGE = 'User realm="Formulary", Organization realm="Formulary", Element realm="Formulary"';

const send = (authorization?: string) =>
  api.fetch(`/users/${acme.administrator.email}`, authorization === undefined ? {} : { headers: { authorization } });

describe("the Authorization header of platform calls", () => {
  const accepted: [string, (user: string, organization: string) => string][] = [
    ["User, Organization", (user, organization) => `User ${user}, Organization ${organization}`],
    ["the other order", (user, organization) => `Organization ${organization}, User ${user}`],
    ["more and fewer blanks", (user, organization) => `  User   ${user},Organization  ${organization}  `],
    ["lower case words", (user, organization) => `user ${user}, organization ${organization}`],
    [
      "an Element part, which is ignored (A06)",
      (user, organization) => `Element abc=, User ${user}, Organization ${organization}`,
    ],
  ];
  test.each(accepted)("%s is accepted", async (_, write) => {
    const reply = await send(write(acme.administrator.secret, acme.secret));
    expect(reply.status).toBe(200);
  });

  const refused: [string, () => string | undefined][] = [
    ["A01 no header", () => undefined],
    ["A02 right User, wrong Organization secret", () => `User ${acme.administrator.secret}, Organization wrong`],
    ["A03 unknown User secret", () => `User wrong, Organization ${acme.secret}`],
    [
      "A04 User of one organization with another's secret",
      () => `User ${acme.administrator.secret}, Organization ${other.secret}`,
    ],
    ["A07 no comma", () => `User ${acme.administrator.secret} Organization ${acme.secret}`],
    ["A07 two User parts", () => `User ${acme.administrator.secret}, User x, Organization ${acme.secret}`],
    ["A07 an unknown third part", () => `${acme.administrator.authorization}, Robot x`],
    ["A07 a tab for the blank", () => `User\t${acme.administrator.secret}, Organization ${acme.secret}`],
    ["A07 a word without a secret", () => "User, Organization"],
    ["A07 Bearer beside the secrets", () => `${acme.administrator.authorization}, Bearer x`],
    ["A08 64 KB", () => `User ${"x".repeat(65_536)}, Organization ${acme.secret}`],
    ["A09 %00", () => `User %00, Organization ${acme.secret}`],
    ["A09 an SQL quote", () => `User ' OR 1=1--, Organization ${acme.secret}`],
    ["A09 non-ASCII", () => `User \u00e9t\u00e9, Organization ${acme.secret}`],
    ["only the User part", () => `User ${acme.administrator.secret}`],
    ["a Basic header", () => "Basic YTpi"],
  ];
  test.each(refused)("%s is 401, in the words that clients know", async (_, write) => {
    const reply = await send(write());
    expect(reply.status).toBe(401);
    expect(reply.body).toEqual({
      message: "Invalid Organization or User secret, or invalid Element token provided.",
      requestId: expect.any(String),
    });
    expect(reply.headers.get("elements-request-id")).toBe(reply.body.requestId);
    expect(reply.headers.get("www-authenticate")).toBe(CHALLENGE);
  });

  // The names of the schemes are those of docs/api.md; browsers open a dialog for Basic, Digest, NTLM and Negotiate.
  test.each([
    ["a platform path", "GET", "/formulas"],
    ["an unknown path", "GET", "/nowhere"],
    ["a resource of an element", "GET", "/hubs/crm/contacts"],
    ["another method", "DELETE", "/formulas/instances"],
    ["a session", "GET", "/authentication/secrets"],
    ["an existence check", "HEAD", "/formulas"],
  ])("every 401 has a challenge that opens no dialog: %s", async (_, method, path) => {
    for (const authorization of [undefined, "User a, Organization b, Element c", "Bearer x"]) {
      const reply = await api.fetch(path, { method, ...(authorization && { headers: { authorization } }) });
      expect([reply.status, reply.headers.get("www-authenticate")]).toEqual([401, CHALLENGE]);
    }
    expect((await api.fetch("/formulas", { as: acme.administrator })).headers.get("www-authenticate")).toBeNull();
  });

  test("an unknown path has the same words", async () => {
    const reply = await api.fetch("/nowhere", { as: acme.administrator });
    expect([reply.status, reply.body.message]).toEqual([
      401,
      "Invalid Organization or User secret, or invalid Element token provided.",
    ]);
  });

  test.each([
    ["the same twice", (whole: string) => [whole, whole]],
    ["one part each", (whole: string) => whole.split(", ")],
    ["the second one wrong", (whole: string) => [whole, "User x"]],
  ])("two Authorization lines are 401: %s", async (_, lines) => {
    const server = createServer(createListener(createApi(api.app, { endpoints: ENDPOINTS }))).listen(0);
    const { port } = server.address() as AddressInfo;
    const status = await new Promise<number | undefined>((resolve) => {
      const headers = [
        "host",
        "x",
        ...lines(acme.administrator.authorization).flatMap((line) => ["Authorization", line]),
      ];
      get({ port, path: "/elements/api-v2/formulas", headers }, (reply) => resolve(reply.resume().statusCode));
    });
    server.close();
    expect(status).toBe(401);
  });

  test("A02, A03: all refusals have the same body but for the request id", async () => {
    const bodies = await Promise.all(refused.map(async ([, write]) => (await send(write())).body.message));
    expect(new Set(bodies).size).toBe(1);
  });

  test("A10: the secret of a disabled user ends within 5 s", async () => {
    const person = await acme.aColleague({ accountId: acme.accountId, role: "administrator" });
    const start = Date.now();
    api.app.at(new Date(start));
    expect((await send(person.authorization)).status).toBe(200);
    await api.app.db.prisma.user.update({ where: { id: person.id }, data: { active: false } });
    api.app.at(new Date(start + 5000));
    expect((await send(person.authorization)).status).toBe(401);
    api.app.at(undefined);
  });

  test("A16: responds with 429 after 100 wrong secrets from one address within a minute, and still accepts right ones", async () => {
    const own = await anApi();
    const people = await anOrganization(own.app);
    const wrong = () =>
      own.fetch("/users/1", { headers: { authorization: `User ${crypto.randomUUID()}, Organization x` } });
    const statuses = await Promise.all(Array.from({ length: 120 }, async () => (await wrong()).status));
    expect(statuses.filter((status) => status === 401)).toHaveLength(100);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    expect(Number((await wrong()).headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await own.fetch(`/users/${people.viewer.id}`, { as: people.administrator })).status).toBe(200);
    own.app.at(new Date(Date.now() + 61_000));
    expect((await wrong()).status).toBe(401);
    await own.close();
  });
});
