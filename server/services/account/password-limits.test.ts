import type { IncomingMessage } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createLegacyLogin } from "#server/api/legacy-login.ts";
import { forClient } from "#server/client-address.ts";
import { registerApp } from "#server/process-app.ts";
import { createSession } from "#server/screen-handler.ts";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anOrganization, type Person, type TestOrganization } from "#server/testing/organizations.ts";

let api: TestApi;
let acme: TestOrganization;
let legacy: ReturnType<typeof createLegacyLogin>;
beforeAll(async () => {
  api = await anApi();
  acme = await anOrganization(api.app);
  legacy = createLegacyLogin(api.app);
  registerApp(api.app);
});
afterAll(() => api.close());
beforeEach(() => api.app.db.pool.query("truncate password_attempt"));

type Try = (person: Person, password: string, from: string) => Promise<{ status: number; retryAfter: string | null }>;

const replied = ({ status, headers }: { status: number; headers: Headers }) => ({
  status: status === 302 ? 401 : status,
  retryAfter: headers.get("retry-after"),
});

/** Every route with a password. */
const DOORS: Record<string, Try> = {
  "POST /authentication": async ({ email }, password, from) =>
    replied(await api.fetch("/authentication", { method: "POST", body: { username: email, password }, from })),
  "the header elements-user-password": async ({ id }, password, from) => {
    const headers = { "elements-user-password": password };
    return replied(await api.fetch(`/users/${id}`, { as: acme.administrator, headers, from }));
  },
  "/applications/users": async ({ email }, password, from) => {
    const headers = { "elements-user-password": password };
    return replied(await api.fetch(`/applications/users/${email}`, { headers, from }));
  },
  "the legacy form": async ({ email }, password, remoteAddress) => {
    const body = new URLSearchParams({ j_username: email, j_password: password });
    const incoming = { headers: {}, socket: { remoteAddress } } as unknown as IncomingMessage;
    return replied(await legacy.request("/elements/j_spring_security_check", { method: "POST", body }, { incoming }));
  },
  "the sign-in of the screens": ({ email }, password, from) =>
    forClient(from, () => createSession({ username: email, password })).then(
      () => ({ status: 200, retryAfter: null }),
      ({ message }: Error) => ({ status: message.startsWith("Too many") ? 429 : 401, retryAfter: "1" }),
    ),
};
const doors = Object.entries(DOORS);

const entries = (address: string, action: string) =>
  api.app.db.prisma.auditEntry.count({ where: { entity: "password", address, action } });

/** Thirty wrong passwords, each for another name, so that no name is limited. */
async function exhaust(from: string, tryOne: Try): Promise<void> {
  const people = await Promise.all(Array.from({ length: 8 }, () => acme.aColleague()));
  const tries = Array.from({ length: 30 }, (_, i) => tryOne(people[i % 8] as Person, "wrong", from));
  expect(new Set((await Promise.all(tries)).map(({ status }) => status))).toEqual(new Set([401]));
}

describe("an address that tried thirty wrong passwords within a minute", () => {
  test.each(doors)("by %s gets in by no door any more, while others do", async (name, tryOne) => {
    const from = `198.51.100.${1 + doors.findIndex(([door]) => door === name)}`;
    await exhaust(from, tryOne);
    const person = await acme.aColleague();
    for (const [door, next] of doors) {
      const refused = await next(person, person.password, from);
      expect([door, refused.status], door).toEqual([door, 429]);
      expect(Number(refused.retryAfter)).toBeGreaterThan(0);
      expect((await next(person, person.password, "203.0.113.1")).status, door).toBe(200);
    }
    expect([await entries(from, "refused"), await entries(from, "limited")]).toEqual([30, 1]);
  });

  test("gets in again after that minute", async () => {
    const tryOne = DOORS["POST /authentication"] as Try;
    await exhaust("198.51.100.99", tryOne);
    const person = await acme.aColleague();
    api.app.at(new Date(Date.now() + 61_000));
    expect((await tryOne(person, person.password, "198.51.100.99")).status).toBe(200);
    api.app.at(undefined);
  });

  test("is its whole /64, where it is an IPv6 address", async () => {
    const tryOne = DOORS["POST /authentication"] as Try;
    await exhaust("2001:db8:7:7::1", tryOne);
    const person = await acme.aColleague();
    expect((await tryOne(person, person.password, "2001:db8:7:7:8::9")).status).toBe(429);
    expect((await tryOne(person, person.password, "2001:db8:7:8::1")).status).toBe(200);
  });
});

test("a name is not limited by tries of an address that may not try", async () => {
  const tryOne = DOORS["POST /authentication"] as Try;
  await exhaust("198.51.100.50", tryOne);
  const person = await acme.aColleague();
  for (let i = 0; i < 10; i++) expect((await tryOne(person, "wrong", "198.51.100.50")).status).toBe(429);
  expect((await tryOne(person, person.password, "203.0.113.2")).status).toBe(200);
});

test("a burst by all doors at once is counted exactly", async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => acme.aColleague()));
  const tries = people.flatMap((person) =>
    doors.slice(0, 3).map(([, tryOne]) => tryOne(person, "wrong", "198.51.100.60")),
  );
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(30);
  expect(statuses.filter((status) => status === 429)).toHaveLength(6);
});

test("right passwords at once are no wrong ones", async () => {
  const person = await acme.aColleague();
  const tryOne = DOORS["POST /authentication"] as Try;
  const tries = Array.from({ length: 24 }, () => tryOne(person, person.password, "198.51.100.70"));
  expect(new Set((await Promise.all(tries)).map(({ status }) => status))).toEqual(new Set([200]));
});
