import { describe, expect, test } from "vitest";
import { configurationEntrySchema } from "../shape.ts";
import { checkElementSecrets } from "./element-secrets.ts";

const HOMES = {
  "base.url": "https://api.books.example/v2",
  "oauth.token.url": "https://login.books.example/token",
  "oauth.token.refresh_url": "",
};
const SECRETS = { "oauth.api.key": "books", "oauth.api.secret": "element-client-secret" };

const elementWith = (defaults: Record<string, string>) => ({
  configuration: Object.entries(defaults).map(([key, defaultValue]) =>
    configurationEntrySchema.parse({ key, name: key, description: key, defaultValue, type: typeOf(key) }),
  ),
});
const typeOf = (key: string) => (/secret|password/.test(key) ? "PASSWORD" : "TEXTFIELD_1000");
const keep = (defaults: Record<string, string>, given: Record<string, string>) =>
  checkElementSecrets(elementWith(defaults), { sent: given, configuration: { ...defaults, ...given } });

describe("sends a secret that the element shares only to the addresses of the element (E08)", () => {
  test.each<[string, string]>([
    ["oauth.token.url", "https://evil.example/token"],
    ["oauth.token.url", "https://login.books.example.evil.example/token"],
    ["oauth.token.url", "https://login.books.example@evil.example/token"],
    ["oauth.token.url", "http://login.books.example/token"],
    ["oauth.token.url", "https://login.books.example:8443/token"],
    ["oauth.token.refresh_url", "https://evil.example/token"],
    ["oauth.token.revoke_url", "https://{site}/revoke"],
    ["oauth.request.url", "\\\\evil.example"],
  ])("the client secret: %s cannot become %s", (key, address) => {
    expect(() => keep({ ...HOMES, ...SECRETS }, { [key]: address })).toThrow(
      expect.objectContaining({ kind: "badRequest", message: expect.stringContaining(key) }),
    );
  });

  test.each<[string, string]>([
    ["base.url", "https://evil.example"],
    ["allowed.origins", "https://api.books.example;https://evil.example"],
  ])("another secret: %s cannot become %s", (key, address) => {
    const given = { [key]: address };
    expect(() => keep({ ...HOMES, password: "s3cret" }, given)).toThrow(
      expect.objectContaining({ kind: "badRequest" }),
    );
    expect(() => keep({ ...HOMES, ...SECRETS }, given)).not.toThrow();
  });

  test("of a database: the host cannot become another", () => {
    const defaults = { "base.url": "jdbc:postgresql://db.example;databaseName=books", password: "s3cret" };
    expect(() => keep(defaults, { "base.url": "jdbc:postgresql://evil.example;databaseName=books" })).toThrow(
      "base.url",
    );
    expect(() => keep(defaults, { "base.url": defaults["base.url"] })).not.toThrow();
  });

  test.each<[string, Record<string, string>]>([
    ["another path of the same place", { "oauth.token.url": "https://LOGIN.books.example:443/other" }],
    ["another of the element's own places", { "oauth.token.refresh_url": "https://login.books.example/again" }],
    ["a secret of one's own", { "oauth.token.url": "https://mine.example/token", "oauth.api.secret": "mine" }],
  ])("%s may be set", (_, given) => {
    expect(() => keep({ ...HOMES, ...SECRETS }, given)).not.toThrow();
  });

  test("asks the user for the address where the element leaves it open", () => {
    expect(() => keep({ ...SECRETS, "oauth.token.url": "" }, { "oauth.token.url": "https://a.example" })).not.toThrow();
  });
});
