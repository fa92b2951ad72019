import { describe, expect, test } from "vitest";
import { typesOf } from "#server/registry.ts";
import { AUTH_TYPES, type AuthenticationType } from "../auth/registry.ts";
import { elementSchema } from "../shape.ts";
import { authenticationProblems } from "./authentication-problems.ts";
import { prepareElement } from "./prepare.ts";

const parsed = (type: AuthenticationType, fields: object = {}) =>
  elementSchema.parse({ name: "Shop", description: "A shop", authentication: { type }, ...fields });
const entriesOf = (values: Record<string, string>) =>
  Object.entries(values).map(([key, defaultValue]) => ({ key, name: key, defaultValue, hideFromConsole: true }));
const keysOf = (type: AuthenticationType, values: Record<string, string> = {}, fields: object = {}) =>
  authenticationProblems(parsed(type, { configuration: entriesOf(values), ...fields })).map(({ reason }) =>
    `${reason?.key} ${reason?.values.entry ?? ""}`.trim(),
  );

const AUTHORIZATION = { "oauth.authorization.url": "https://a.example" };
const TOKEN = { "oauth.token.url": "https://t.example" };
const BY_CLIENT = { "oauth.grant.type": "client_credentials" };

/** As the builder adds it. */
const ADDED = { name: "", vendorName: "", type: "query", vendorType: "query", source: "request" };
const OWN_KEY = { key: "shop.key", name: "Key", type: "PASSWORD" };
const keyTo = (vendorType: string, vendorName: string, more: object = {}) => ({
  ...{ name: "username", type: "configuration", vendorType, vendorName },
  ...more,
});

test.each<[AuthenticationType, Record<string, string>, string[]]>([
  ["oauth2", {}, ["missingSetting oauth.authorization.url", "missingSetting oauth.token.url"]],
  ["oauth2", { ...AUTHORIZATION, "oauth.token.url": " " }, ["missingSetting oauth.token.url"]],
  ["oauth2", { ...AUTHORIZATION, ...TOKEN }, []],
  ["oauth2", BY_CLIENT, ["missingSetting oauth.token.url"]],
  ["oauth2", { ...BY_CLIENT, ...TOKEN }, []],
  ["oauth2", { ...AUTHORIZATION, ...TOKEN, "oauth.grant.type": "password" }, ["noChoice oauth.grant.type"]],
  [
    "oauth1",
    { "oauth.request.authorization.type": "body" },
    [
      "missingSetting oauth.request.url",
      "missingSetting oauth.authorization.url",
      "missingSetting oauth.token.url",
      "noChoice oauth.request.authorization.type",
    ],
  ],
  ["apiKey", {}, ["noKeyParameter"]],
  ["basic", {}, []],
  ["custom", {}, []],
  ["awsv2", {}, []],
  ["awsv4", {}, []],
])("%s with %j has the problems %j", (type, values, expected) => {
  expect(keysOf(type, values).sort()).toEqual([...expected].sort());
});

describe("no problem is", () => {
  test("an address that people enter, or a resource of the element replaces", () => {
    const entered = { configuration: [{ key: "oauth.authorization.url", name: "Login" }, ...entriesOf(TOKEN)] };
    expect(keysOf("oauth2", {}, entered)).toEqual([]);
    const resource = { method: "GET", path: "/token", vendorPath: "/token", type: "oauthOnTokenExchange" };
    expect(keysOf("oauth2", AUTHORIZATION, { resources: [resource] })).toEqual([]);
  });
  test.each([
    { parameters: [keyTo("header", "X-Key")] },
    { parameters: [keyTo("query", "")] },
    { parameters: [keyTo("path", "key")] },
    { parameters: [keyTo("header", "Authorization", { type: "value", name: "Key ${configuration.username}" })] },
    { parameters: [ADDED, keyTo("header", "X-Key")] },
    { resources: [{ method: "GET", path: "/a", vendorPath: "/a", parameters: [keyTo("query", "key")] }] },
    { configuration: [{ key: "base.url", name: "URL", defaultValue: "https://a.example/{username}" }] },
    { configuration: [OWN_KEY], parameters: [keyTo("header", "X-Key", { name: OWN_KEY.key })] },
    { hooks: [{ type: "preRequest", body: "done({});" }] },
  ])("an API key that %j can send", (fields) => expect(keysOf("apiKey", {}, fields)).toEqual([]));
});

test.each([
  { parameters: [ADDED] },
  { parameters: [{ ...ADDED, type: "configuration", vendorType: "header" }] },
  { parameters: [keyTo("header", "X-Region", { name: "region" })] },
  { parameters: [keyTo("header", "X-Key", { type: "header", name: "username" })] },
  { parameters: [keyTo("header", "X-Key", { type: "value", name: "username" })] },
  { parameters: [keyTo("header", "X-Key", { source: "response" })] },
  { parameters: [keyTo("no-op", "key")] },
  { parameters: [keyTo("configuration", "copy")] },
  { resources: [{ method: "GET", path: "/a", vendorPath: "/a", parameters: [ADDED] }] },
])("an API key that %j does not send is a problem, which names its value", (fields) => {
  expect(authenticationProblems(parsed("apiKey", fields))).toEqual([
    {
      path: ["authentication", "type"],
      message:
        "type: no parameter sends the API key. Add a parameter that sends the configuration value username in a header or the query.",
      reason: { key: "noKeyParameter", values: { key: "username" } },
    },
  ]);
});

test("each type of a choice is checked, and a problem is named once", () => {
  const choice = { key: "authentication.type", name: "Type", options: [{ value: "oauth1" }, { value: "oauth2" }] };
  expect(keysOf("oauth2", {}, { configuration: [choice, ...entriesOf(AUTHORIZATION)] }).sort()).toEqual([
    "missingSetting oauth.request.url",
    "missingSetting oauth.token.url",
  ]);
});

test.each(typesOf(AUTH_TYPES))("%s requires and omits settings that it has", (type) => {
  const { configuration, required, unused } = AUTH_TYPES[type];
  const keys = new Set(configuration.map(({ key }) => key));
  for (const settings of [{}, BY_CLIENT])
    for (const key of [...(required?.(settings) ?? []), ...(unused?.(settings) ?? [])]) expect(keys).toContain(key);
});

test("a missing entry has its key in place of its position, and a saved one its position", () => {
  const element = parsed("oauth2", { configuration: entriesOf(TOKEN) });
  expect(authenticationProblems(element)).toMatchObject([
    { path: ["configuration", "oauth.authorization.url", "defaultValue"] },
  ]);
  const prepared = prepareElement(element, { elementId: 1 });
  const at = prepared.configuration.findIndex(({ key }) => key === "oauth.authorization.url");
  expect(authenticationProblems(prepared)).toMatchObject([{ path: ["configuration", at, "defaultValue"] }]);
  expect(prepared.configuration.filter((entry) => "choices" in entry)).toEqual([]);
});
