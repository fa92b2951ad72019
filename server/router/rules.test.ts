import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SCREENS } from "#components/screens/screens.ts";
import { BASE_PATH } from "#server/api/app.ts";
import { ENDPOINTS } from "#server/api/endpoints.ts";
import { screenRouter } from "#server/api/trpc/router.ts";
import { anybody } from "#server/api/trpc/trpc.ts";
import { headOfSealed, sha256Hex } from "#server/routing-key.ts";
import { type Incoming, incomingOf } from "./incoming.ts";
import { LINK_PROCEDURES, RULES, type Target, targetOf } from "./rules.ts";

const named = new Set(RULES.flatMap(({ paths }) => paths));

test("every endpoint that needs no credentials has a rule of its own", () => {
  const open = ENDPOINTS.filter(({ auth }) => auth === "none" || auth === "optional");
  expect(open.length).toBeGreaterThan(30);
  expect(open.map(({ path }) => `${BASE_PATH}${path}`).filter((path) => !named.has(path))).toEqual([]);
});

test("every procedure of the screens that needs no session has a rule", () => {
  const procedures = Object.entries(screenRouter._def.procedures as unknown as Record<string, typeof anybody>);
  const [isOpen] = anybody._def.middlewares;
  const open = procedures.filter(([, { _def }]) => _def.middlewares[0] === isOpen).map(([name]) => name);
  expect(open.sort()).toEqual(Object.keys(LINK_PROCEDURES).sort());
});

test("every page that needs no session has a rule", () => {
  const pages = Object.values(SCREENS).filter(({ audience }) => audience === "everybody");
  const paths = pages.map(({ path }) => path.replaceAll(/\[(\w+)\]/g, "{$1}"));
  expect(paths.filter((path) => !named.has(path) && !(path.startsWith("/docs/") && named.has("/docs/{*}")))).toEqual(
    [],
  );
});

test("every other address that the web process handles without Next has a rule", () => {
  const sources = ["web", "api/legacy-login", "services/instance/begin-authorization", "api/mcp/mcp"].map((file) =>
    readFileSync(new URL(`../${file}.ts`, import.meta.url), "utf8"),
  );
  const paths = sources.flatMap((source) =>
    [...source.matchAll(/"(\/(?:elements\/|oauth\/|mcp)[\w/.-]*)"/g)].map(([, path]) => path),
  );
  expect(paths).toContain("/oauth/callback");
  expect(paths.filter((path) => !named.has(path ?? ""))).toEqual([]);
  // The branches of the web process: another one needs a decision here.
  const [body = ""] = /^function respond[\s\S]*?^}/m.exec(sources[0] ?? "") ?? [];
  expect(body.match(/^ {2}if \(/gm)).toHaveLength(7);
});

const SEALED = "v1.k1.d3JhcHBlZA.aXY.dGFn.dGV4dA";
const token = Buffer.from(SEALED).toString("base64url");
const stored = (of: string, secret: string) => ({ key: { kind: "stored", of, hash: sha256Hex(secret) } });
const sealed = (of: string) => ({ key: { kind: "sealed", of, head: "v1.k1.d3JhcHBlZA" } });
const webhook = (rest: object) => ({ key: { kind: "webhook", elementKey: "acme", ...rest } });
const input = (value: unknown) => encodeURIComponent(JSON.stringify(value));
const api = (path: string) => `${BASE_PATH}${path}`;

type Request = { method?: string; headers?: Record<string, string>; body?: string };

async function targetFor(url: string, { method = "GET", headers = {}, body = "" }: Request = {}): Promise<Target> {
  const incoming = incomingOf({ method, headers } as never, url) as Incoming;
  incoming.bytes = Buffer.from(body);
  return targetOf(incoming);
}

const USER = { authorization: "User u, Organization o" };
const ELEMENT = { authorization: "Element e, User u" };

test.each<[string, Request, unknown]>([
  [api("/formulas"), { headers: USER }, stored("user", "u")],
  [api("/hubs/crm/contacts"), { headers: ELEMENT }, stored("user", "u")],
  [api("/authentication/secrets"), { headers: { authorization: "Bearer b" } }, stored("session", "b")],
  [api("/formulas"), { headers: { authorization: "Organization o" } }, stored("organization", "o")],
  [api("/formulas"), { headers: { authorization: "Basic abc" } }, "any"],
  [api("/formulas"), {}, "any"],
  ["/mcp", { method: "POST", headers: { authorization: "Bearer b" } }, stored("session", "b")],
  [api("/elements"), {}, "any"],
  [api("/elements"), { headers: USER }, stored("user", "u")],
  [api("/authentication"), { method: "POST", body: '{"username":"Ada@x.test"}' }, { signIn: "Ada@x.test" }],
  [api("/authentication/"), { method: "POST", body: '{"username":"a@x.test"}' }, { signIn: "a@x.test" }],
  [api("/authentication"), { method: "POST", body: "nonsense" }, "any"],
  [api("/applications/users/a%40x.test"), {}, { signIn: "a@x.test" }],
  [api("/applications/users/a@x.test/password/reset"), { method: "PUT" }, { signIn: "a@x.test" }],
  [api("/webhook-captures/whc_1"), { method: "POST" }, stored("webhookCapture", "whc_1")],
  [api("/events/acme/NDI.signature"), {}, webhook({ name: "NDI", signatureHash: sha256Hex("signature") })],
  [api("/events/acme/42"), { headers: { authorization: "Basic x" } }, webhook({ name: "42" })],
  [api("/events/acme/42"), { headers: ELEMENT }, stored("user", "u")],
  [api("/events/acme"), { headers: { "element-instances": "1,2" } }, webhook({ listed: "1,2" })],
  [api("/events/acme"), {}, webhook({})],
  [api("/events/acme"), { headers: { "element-instances": "1".repeat(2000) } }, "any"],
  [api("/elements/oauthProxies/7/callback?code=x"), {}, { key: { kind: "oauthProxy", id: 7 } }],
  [api("/elements/oauthProxies/seven/callback"), {}, "any"],
  [`/oauth/callback?code=c&state=formulary.${SEALED}`, {}, sealed("oauthState")],
  ["/oauth/callback?code=c&state=another", {}, "any"],
  [`/invite/${token}`, {}, sealed("invitation")],
  [`/setup/${token}`, {}, sealed("setup")],
  ["/connect/a.b.c", {}, stored("connectSession", "a.b.c")],
  [`/api/trpc/connect.read?batch=1&input=${input({ 0: { token: "t" } })}`, {}, stored("connectSession", "t")],
  ["/api/trpc/connect.submit?batch=1", { method: "POST", body: '{"0":{"token":"t"}}' }, stored("connectSession", "t")],
  [`/api/trpc/formula.names,invite.read?input=${input({ 1: { json: { token } } })}`, {}, sealed("invitation")],
  ["/api/trpc/setup.complete", { method: "POST", body: "{" }, "any"],
  ["/api/trpc/formula.names", {}, "browser"],
  ["/api/trpc/__proto__,constructor?input=%7B%7D", {}, "browser"],
  ["/api/live", {}, "browser"],
  ["/home", {}, "browser"],
  ["/formulas/1", {}, "browser"],
  ["/", {}, "any"],
  ["/docs/scale", {}, "any"],
  ["/_next/static/chunks/a.js", {}, "any"],
  [
    "/api/auth/callback/credentials",
    { method: "POST", body: "csrfToken=1&username=a%40x.test" },
    { signIn: "a@x.test" },
  ],
  ["/api/auth/csrf", {}, "any"],
  ["/api/auth/callback/oidc?code=1", {}, "browser"],
  ["/elements/j_spring_security_check", { method: "POST", body: "j_username=a%40x.test" }, { signIn: "a@x.test" }],
  ["/elements/api-v1/ui/getSecrets", { headers: { cookie: "a=b; JSESSIONID=s=" } }, stored("session", "s=")],
])("%s %j", async (url, request, target) => {
  expect(await targetFor(url, request)).toEqual(target);
});

test("nothing of a sealed token that would open it is part of a routing key", () => {
  expect(headOfSealed(SEALED)).toBe("v1.k1.d3JhcHBlZA");
});

test("an address of another server is no path", () => {
  expect(incomingOf({ method: "GET", headers: {} } as never, "http://elsewhere.example/")).toBeUndefined();
});
