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
    { parameters: [{ name: "username", type: "configuration", vendorName: "X-Key", vendorType: "header" }] },
    { hooks: [{ type: "preRequest", body: "done({});" }] },
  ])("an API key that %j can send", (fields) => expect(keysOf("apiKey", {}, fields)).toEqual([]));
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
