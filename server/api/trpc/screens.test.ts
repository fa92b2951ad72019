import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { searchDocumentation } from "#server/documentation/search.ts";
import { registerApp } from "#server/process-app.ts";
import { createSession, endSession, handleScreenCall } from "#server/screen-handler.ts";
import { anApp, type TestApp } from "#server/testing/app.ts";
import { aFormula } from "#server/testing/formulas.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";
import { createListener } from "../listener.ts";
import { guardScreens } from "../screen-requests.ts";
import { createScreens, isScreenCall } from "./screens.ts";

const COOKIE = "next-auth.session-token";

let app: TestApp;
let acme: TestOrganization;
let secret: string;
let token: string;
let cookie: string;
let server: Server;
let origin: string;
/** The requests passed on to Next. */
const pages: (string | undefined)[] = [];
/** Statements of live streams. */
let glances = 0;

beforeAll(async () => {
  app = await anApp();
  registerApp(app);
  acme = await anOrganization(app);
  secret = app.env.NEXTAUTH_SECRET ?? "";
  ({ token } = await createSession({ username: acme.designer.email, password: acme.designer.password }));
  cookie = `${COOKIE}=${await sealed()}`;
  const { query } = app.db.queries;
  app.db.queries.query = ((...call: Parameters<typeof query>) => {
    glances++;
    return query.apply(app.db.queries, call);
  }) as typeof query;
  const handleCall = createListener(createScreens(app, { searchDocumentation }));
  const listener = guardScreens(
    (request, response) => {
      if (isScreenCall(request.url)) return handleCall(request, response);
      pages.push(request.url);
      response.end("a page");
    },
    { log: app.log, publicUrl: "http://formulary.test" },
  );
  server = createServer(listener).listen(0);
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await app.close();
});
beforeEach(() => {
  pages.length = 0;
});

/** A session cookie as the sign-in encrypts it. */
const sealed = (with_: { token?: object; secret?: string; maxAge?: number } = {}) =>
  encode({ token: { signedIn: { token } }, secret, maxAge: 3600, ...with_ } as Parameters<typeof encode>[0]);

const send = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
  fetch(`${origin}${path}`, { ...init, headers: { cookie, ...init.headers } });
const CALLS = ["/api/trpc/formula.names", "/api/live", "/api/values?step=1&key=x"];
const statuses = async (sent: string) =>
  Promise.all(CALLS.map(async (path) => (await send(path, { headers: { cookie: sent } })).status));

describe("the session in the cookie", () => {
  test.each([COOKIE, `__Secure-${COOKIE}`])("is read from %s", async (name) => {
    const reply = await send("/api/trpc/formula.names", {
      headers: { cookie: `theme=dark; ${name}=${await sealed()}` },
    });
    expect([reply.status, await reply.json()]).toEqual([200, { result: { data: [] } }]);
    expect(pages).toEqual([]);
  });

  test.each<[string, () => Promise<string> | string]>([
    ["no cookie", () => ""],
    ["an empty cookie", () => `${COOKIE}=`],
    ["a cookie that is none", () => `${COOKIE}=a.b.c.d.e`],
    ["the token as it is", () => `${COOKIE}=${token}`],
    ["a cookie that another secret sealed", async () => `${COOKIE}=${await sealed({ secret: "of somebody else" })}`],
    ["a cookie that is too old", async () => `${COOKIE}=${await sealed({ maxAge: -60 })}`],
    ["a cookie without a session", async () => `${COOKIE}=${await sealed({ token: {} })}`],
    ["a session that never was", async () => `${COOKIE}=${await sealed({ token: { signedIn: { token: "x" } } })}`],
    ["a token that is no text", async () => `${COOKIE}=${await sealed({ token: { signedIn: { token: { a: 1 } } } })}`],
  ])("%s is 401 everywhere", async (_, of) => {
    expect(await statuses(await of())).toEqual([401, 401, 401]);
  });

  test("is not for pages that were made for another user", async () => {
    const [id, { email }] = [String(acme.designer.id), acme.designer];
    const own = `${COOKIE}=${await sealed({ token: { signedIn: { token, id, email } } })}`;
    const as = (owner: string) => ({ cookie: own, "x-page-owner": encodeURIComponent(owner) });
    const create = (owner: string) =>
      send("/api/trpc/formula.create", {
        method: "POST",
        headers: { ...as(owner), "content-type": "application/json", "idempotency-key": `of ${owner}` },
        body: JSON.stringify(aFormula({ name: `Made on the page of ${owner}` })),
      });
    const names = async () =>
      (await (await send("/api/trpc/formula.names")).json()).result.data.map(({ name }: { name: string }) => name);
    const sameIdInAnotherCell = `${id} other@example.test`;
    for (const owner of [`${acme.viewer.id} ${acme.viewer.email}`, sameIdInAnotherCell]) {
      const refused = await create(owner);
      expect([refused.status, (await refused.json()).error.data.reason]).toEqual([401, "otherUser"]);
      for (const path of CALLS) expect((await send(path, { headers: as(owner) })).status).toBe(401);
      expect((await send("/api/definitions", { method: "POST", headers: as(owner), body: "x" })).status).toBe(401);
    }
    expect((await names()).join()).not.toContain("Made on the page of");
    expect((await create(`${id} ${email}`)).status).toBe(200);
    expect(await names()).toContain(`Made on the page of ${id} ${email}`);
  });

  test("that was ended opens nothing, though its cookie is still sealed", async () => {
    const { token: other } = await createSession({ username: acme.viewer.email, password: acme.viewer.password });
    const own = `${COOKIE}=${await sealed({ token: { signedIn: { token: other } } })}`;
    expect((await send("/api/trpc/formula.names", { headers: { cookie: own } })).status).toBe(200);
    await endSession(other);
    expect(await statuses(own)).toEqual([401, 401, 401]);
  });
});

describe("a call of a screen", () => {
  const json = { "content-type": "application/json" };

  test.each(CALLS)("%s is kept by nobody and is no page", async (path) => {
    const gone = new AbortController();
    const { headers } = await send(path, { signal: gone.signal });
    expect(headers.get("cache-control")).toContain("no-store");
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    gone.abort();
  });

  test("changes something with its body, and not from another site", async () => {
    const body = JSON.stringify(aFormula({ name: "Made by a screen" }));
    const created = await send("/api/trpc/formula.create", { method: "POST", headers: json, body });
    expect([created.status, (await created.json()).result.data.name]).toEqual([200, "Made by a screen"]);
    const headers = { ...json, "sec-fetch-site": "cross-site" };
    const refused = await send("/api/trpc/formula.create", {
      method: "POST",
      headers,
      body: JSON.stringify("x".repeat(9999)),
    });
    expect([refused.status, await refused.json()]).toEqual([
      403,
      { message: "Requests from other sites are not allowed." },
    ]);
    expect((await send("/api/trpc/formula.names")).status).toBe(200);
  });

  test("that is long is compressed for those who take it", async () => {
    const long = `/api/trpc/${Array(20).fill("formula.calls,formula.list").join(",")}?batch=1&input=${encodeURIComponent(
      JSON.stringify(Object.fromEntries(Array.from({ length: 40 }, (_, n) => [n, {}]))),
    )}`;
    const replies = await Promise.all(
      ["gzip, br", "identity"].map((way) => send(long, { headers: { "accept-encoding": way } })),
    );
    expect(replies.map(({ headers }) => headers.get("content-encoding"))).toEqual(["gzip", null]);
    const [one, other] = await Promise.all(replies.map((reply) => reply.json()));
    expect(one).toEqual(other);
  });

  test.each([
    ["another method", "/api/trpc/formula.names", "PUT"],
    ["a change of a stream", "/api/live", "POST"],
  ])("by %s is not there", async (_, path, method) => {
    expect((await send(path, { method })).status).toBe(404);
  });

  test("responds the same where only Next runs", async () => {
    const reply = await handleScreenCall(
      new Request("http://formulary.test/api/trpc/formula.calls", { headers: { cookie } }),
    );
    expect([reply.status, await reply.json()]).toEqual([200, await (await send("/api/trpc/formula.calls")).json()]);
  });
});

test("everybody may search the documentation", async () => {
  const reply = await fetch(`${origin}/api/documentation?q=retry`);
  expect([reply.status, reply.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(await reply.json()).toContainEqual(expect.objectContaining({ href: expect.stringMatching(/^\/docs\//) }));
  const emptySearch = await fetch(`${origin}/api/documentation`);
  expect([emptySearch.status, await emptySearch.json()]).toEqual([200, []]);
});

test("pages and sign-in are Next's", async () => {
  for (const path of ["/home", "/api/auth/session", "/api/documents?q=x", "/api/lively", "/api/trpcs"])
    await send(path);
  expect(pages).toEqual(["/home", "/api/auth/session", "/api/documents?q=x", "/api/lively", "/api/trpcs"]);
});

test("a live stream begins at once, and nothing is read for it after its screen has gone", async () => {
  const gone = new AbortController();
  const reply = await send("/api/live", { signal: gone.signal });
  expect(reply.headers.get("content-type")).toBe("text/event-stream");
  const reader = reply.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toContain("event: changed");
  gone.abort();
  await pause(200);
  const before = glances;
  expect(before).toBeGreaterThan(0);
  await pause(1500);
  expect(glances).toBe(before);
});
