import { expect, test } from "vitest";
import { addressProblems } from "./address-problems.ts";

const SITES = ["site", "subdomain", "version", "a", "b", "x"].map((key) => ({ key, name: key }));

const problemsOf = (key: string, defaultValue: string, more: object = {}) =>
  addressProblems({
    configuration: [{ key, name: key, defaultValue }, ...SITES],
    authentication: { type: "basic" },
    protocolType: "http",
    ...more,
  } as never);

test.each([
  ["base.url", "https://api.example.com/v1"],
  ["base.url", "api.example.com"],
  ["base.url", "{site}"],
  ["base.url", "https://{subdomain}.example.com/{version}"],
  ["base.url", "{subdomain}.example.com:8443"],
  ["base.url", ""],
  ["allowed.origins", "https://a.example.com, https://b.example.com"],
  ["oauth.token.url", "https://{subdomain}.example.com/token"],
  ["oauth.authorization.url", "{site}/authorize"],
  ["another.url", "no address"],
])("%s may be %j", (key, text) => expect(problemsOf(key, text)).toEqual([]));

test.each([
  ["base.url", "not a url {x"],
  ["base.url", "ftp://example.com"],
  ["base.url", "https://user:word@example.com"],
  ["base.url", "{a} {b}"],
  ["allowed.origins", "https://a.example.com nothing://x"],
  ["oauth.authorization.url", "example"],
  ["oauth.token.url", "not a url {x}"],
  ["oauth.token.refresh_url", "/token"],
  ["oauth.token.revoke_url", "mailto:a@example.com"],
  ["oauth.request.url", "javascript:alert(1)"],
  ["oauth.callback.url", "x"],
  ["event.notification.callback.url", "{"],
])("%s must not be %j, which names it", (key, text) => {
  expect(problemsOf(key, text)).toEqual([
    { path: ["configuration", 0, "defaultValue"], message: expect.stringMatching(new RegExp(`^${key}: `)) },
  ]);
});

test("the address of a database is no web address", () => {
  expect(problemsOf("base.url", "db.example.com:5432/x y", { protocolType: "jdbc" })).toEqual([]);
});

test.each(["base.url", "oauth.token.url"])("a variable in %s that nothing fills is named", (key) => {
  const entry = { key, name: key, defaultValue: "https://{subdomain}.example.com/{tenant.id}" };
  const problems = (filled: object[], more: object = {}) =>
    problemsOf(key, "", { configuration: [entry, ...filled], ...more }).map(({ message }) => message);
  const [subdomain, tenant] = [{ key: "subdomain" }, { key: "tenant.id" }];
  expect(problems([tenant])).toEqual([
    `${key}: nothing fills {subdomain}. Add an entry "subdomain" to the configuration, or remove it from the address.`,
  ]);
  expect(problems([subdomain])).toEqual([expect.stringContaining("{tenant.id}")]);
  expect(problems([subdomain, tenant])).toEqual([]);
  const parameter = { name: "x-tenant", vendorName: "tenant.id", type: "header", vendorType: "path" };
  expect(problems([subdomain], { parameters: [parameter] })).toEqual([]);
  expect(problems([subdomain], { resources: [{ parameters: [parameter] }] })).toEqual([]);
  expect(problems([subdomain], { hooks: [{ body: "done({ request_vendor_path: 'tenant.id' })" }] })).toEqual([]);
});
