import { describe, expect, test } from "vitest";
import { typesOf } from "../../registry.ts";
import { configurationEntrySchema, elementSchema } from "../shape.ts";
import { authenticationOf } from "./authentication-of.ts";
import { AUTH_TYPES } from "./registry.ts";

describe.each(typesOf(AUTH_TYPES))("%s", (type) => {
  const auth = AUTH_TYPES[type];
  test("is under its own name and says what it is", () => {
    expect(auth.type).toBe(type);
    expect(auth.label).not.toBe("");
    expect(auth.summary).toMatch(/\.$/);
  });
  test("brings valid configuration entries, each key once", () => {
    const keys = auth.configuration.map((entry) => configurationEntrySchema.parse(entry).key);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

test.each([
  [{ username: "ä", password: "p:w" }, { headers: { authorization: "Basic w6Q6cDp3" } }],
  [{ username: "key", password: "" }, { headers: { authorization: "Basic a2V5Og==" } }],
  [{}, {}],
])("basic authorizes %j by %j", (configuration, expected) => {
  expect(AUTH_TYPES.basic.authorize?.(configuration)).toEqual(expected);
});

test("oauth2 authorizes with the user's token", () => {
  expect(AUTH_TYPES.oauth2.authorize?.({ "oauth.user.token": "t" })).toEqual({
    headers: { authorization: "Bearer t" },
  });
  expect(AUTH_TYPES.oauth2.authorize?.({})).toEqual({});
});

describe("several types of one element", () => {
  const choice = {
    key: "authentication.type",
    name: "Type",
    type: "COMBO",
    groupControl: true,
    defaultValue: "basic",
    options: [{ value: "basic" }, { value: "oauth2" }],
  };
  const element = elementSchema.parse({
    name: "Books",
    description: "Books",
    authentication: { type: "oauth2" },
    configuration: [choice],
  });
  test.each([
    [{ "authentication.type": "oauth2" }, "oauth2"],
    [{ "authentication.type": "OAuth2" }, "oauth2"],
    [{}, "basic"],
    [{ "authentication.type": "magic" }, "oauth2"],
  ])("%j chooses %s", (configuration, type) => expect(authenticationOf(element, configuration).type).toBe(type));

  test("an element of one type is not swayed by a value that it does not offer", () => {
    const single = { ...element, configuration: [] };
    expect(authenticationOf(single, { "authentication.type": "custom" }).type).toBe("oauth2");
  });
});

test.each(["awsv4", "awsv2", "oauth1"] as const)("%s signs requests", async (type) => {
  const keys = { "aws.api.key": "k", "aws.api.secret": "s", "oauth.api.key": "k", "oauth.api.secret": "s" };
  const request = { method: "GET", url: "https://s3.amazonaws.com/a", headers: {} };
  const signed = await AUTH_TYPES[type].sign?.(request, keys, { now: new Date(1e12), nonce: "n" });
  expect(signed?.headers.authorization).toMatch(/^(?:AWS|OAuth)/);
});
