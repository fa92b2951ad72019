import { describe, expect, test } from "vitest";
import { elementSchema } from "../shape.ts";
import { automaticConfiguration } from "./automatic-configuration.ts";
import { hasOwnCredentials } from "./own-credentials.ts";
import { prepareElement } from "./prepare.ts";

const SECRET = { key: "shop.key", name: "Key", description: "The key", type: "PASSWORD", required: true };
const TENANT = { key: "tenant", name: "Tenant", description: "The tenant", required: true };
const from = (name: string, vendorType: string, vendorName: string, type = "configuration") => ({
  name,
  type,
  vendorName,
  vendorType,
});
const elementOf = (type: string, fields: object) =>
  elementSchema.parse({ name: "Shop", description: "A shop", authentication: { type }, ...fields });
const required = (element: ReturnType<typeof elementOf>) =>
  prepareElement(element, { elementId: 1 })
    .configuration.filter((entry) => entry.required)
    .map(({ key }) => key);

describe("asks users who connect an element for the credentials that it uses", () => {
  test.each<[string, string, object, string[]]>([
    ["a key without a parameter yet", "apiKey", {}, ["username"]],
    ["the key as username", "apiKey", { parameters: [from("username", "header", "X-Key")] }, ["username"]],
    ["a key of its own", "apiKey", { parameters: [from("shop.key", "header", "X-Key")] }, ["shop.key"]],
    ["a key of its own in the query", "apiKey", { parameters: [from("shop.key", "query", "key")] }, ["shop.key"]],
    [
      "a key of its own in a text",
      "apiKey",
      { parameters: [from("Key ${configuration.shop.key}", "header", "Authorization", "value")] },
      ["shop.key"],
    ],
    [
      "a key of its own beside the user name",
      "apiKey",
      { parameters: [from("shop.key", "header", "X-Key"), from("username", "header", "X-User")] },
      ["shop.key", "username"],
    ],
    [
      "a key of its own, and a hook that reads the user name",
      "apiKey",
      {
        parameters: [from("shop.key", "header", "X-Key")],
        hooks: [{ type: "preRequest", body: "done({ request_vendor_headers: { U: configuration.username } });" }],
      },
      ["shop.key", "username"],
    ],
    ["a token in place of Basic", "basic", { parameters: [from("shop.key", "header", "Authorization")] }, ["shop.key"]],
    [
      "a key beside Basic",
      "basic",
      { parameters: [from("shop.key", "header", "X-Key")] },
      ["shop.key", "username", "password"],
    ],
  ])("%s", (_, type, fields, expected) => {
    const configuration = expected.includes("shop.key") ? [SECRET] : [];
    expect(required(elementOf(type, { configuration, ...fields }))).toEqual(expected);
  });

  test("adds no key for values that are no secrets", () => {
    const parameters = [from("tenant", "header", "X-Tenant")];
    expect(required(elementOf("apiKey", { configuration: [TENANT], parameters }))).toEqual(["tenant", "username"]);
  });

  test("an OAuth client is needed whatever else there is", () => {
    const element = elementOf("oauth2", { configuration: [SECRET], parameters: [from("shop.key", "header", "X")] });
    expect(hasOwnCredentials(element)).toBe(false);
    expect(automaticConfiguration(element).map(({ key }) => key)).toContain("oauth.api.key");
  });
});
