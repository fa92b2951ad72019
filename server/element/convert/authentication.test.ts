import { expect, test } from "vitest";
import { authenticationsFrom } from "./authentication.ts";

type Json = Record<string, unknown>;

const SCHEMES: Json = {
  oauth: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "https://pets.test/token", scopes: {} } } },
  implicit: { type: "oauth2", flows: { implicit: { authorizationUrl: "https://pets.test/auth", scopes: {} } } },
  key: { type: "apiKey", in: "header", name: "X-Key" },
  app: { type: "apiKey", in: "query", name: "app" },
  session: { type: "apiKey", in: "cookie", name: "sid" },
  csrf: { type: "apiKey", in: "cookie", name: "csrf-token" },
  odd: { type: "apiKey", in: "cookie", name: "no cookie; name" },
  login: { type: "http", scheme: "basic" },
  certificate: { type: "mutualTLS" },
};

/** The offers for a document with these schemes, the requirements of all operations, and those of single ones. */
function offers(names: string, standard: string[] = [], operations: (string[] | undefined)[] = []) {
  const requirement = (joined: string) => Object.fromEntries(joined.split(" + ").map((name) => [name, []]));
  const document = {
    components: { securitySchemes: Object.fromEntries(names.split(" ").map((name) => [name, SCHEMES[name]])) },
    security: standard.map(requirement),
  };
  const resolve = (value: unknown) => value as Json;
  const asOperation = (own: string[] | undefined) => (own ? { security: own.map(requirement) } : {});
  return authenticationsFrom(document, { resolve, operations: operations.map(asOperation) });
}
const named = (...given: Parameters<typeof offers>) =>
  offers(...given).offered.map(({ name, type, operations }) => `${name}: ${type} ${operations}`);

test.each<[string, Parameters<typeof offers>, string[]]>([
  [
    "the likeliest type is first where no operation says",
    ["login key oauth"],
    ["oauth: oauth2 0", "key: apiKey 0", "login: basic 0"],
  ],
  [
    "what most operations accept is first",
    ["oauth login", ["login"], [undefined, undefined, ["oauth"]]],
    ["login: basic 2", "oauth: oauth2 1"],
  ],
  [
    "what needs nothing else is before what does",
    ["implicit login", ["implicit", "login"], [undefined]],
    ["login: basic 1", "implicit: oauth2 1"],
  ],
  [
    "schemes that are required together are one way",
    ["key app login", ["app + key", "login"], [undefined]],
    ["key + app: apiKey 1", "login: basic 1"],
  ],
  ["an operation without credentials accepts none", ["key", ["key"], [[], undefined]], ["key: apiKey 1"]],
  [
    "what no operation names is offered as well",
    ["key login", ["key"], [undefined]],
    ["key: apiKey 1", "login: basic 0"],
  ],
])("%s", (_, given, expected) => expect(named(...given)).toEqual(expected));

test("schemes that no element supports are problems with their places", () => {
  const place = (name: string) => `components.securitySchemes.${name}`;
  const { offered, problems } = offers("certificate odd login", ["login + certificate"], [undefined]);
  expect(offered).toMatchObject([
    { name: "certificate + login", type: "basic", problems: [{ place: place("certificate") }] },
  ]);
  expect(problems).toEqual([{ place: place("odd"), message: "This way to authenticate is not supported." }]);
});

test("cookies that are required together share a header, each value from an entry of its own", () => {
  const [offered] = offers("session csrf key", ["session + csrf + key"]).offered;
  expect(offered?.configuration.map(({ key }) => key)).toEqual(["csrf", "key"]);
  expect(
    offered?.parameters.map(({ name, type, vendorType, vendorName }) => [name, type, vendorType, vendorName]),
  ).toEqual([
    ["key", "configuration", "header", "X-Key"],
    ["sid=${configuration.username}; csrf-token=${configuration.csrf}", "value", "header", "Cookie"],
  ]);
});

test("a file with very many combinations offers a few", () => {
  const names = Array.from({ length: 500 }, (_, at) => `key${at}`);
  const securitySchemes = Object.fromEntries(names.map((name) => [name, { type: "apiKey", in: "header", name }]));
  const document = { components: { securitySchemes }, security: names.map((name) => ({ [name]: [] })) };
  const { offered, problems } = authenticationsFrom(document, { resolve: (value) => value as Json });
  expect([offered.length, problems]).toEqual([50, []]);
});

test("keys that are required together have entries of their own, whatever the schemes are called", () => {
  const key = (name: string) => ({ type: "apiKey", in: "header", name });
  const securitySchemes = { key: key("X-Key"), username: key("X-User"), "a b": key("X-A"), a_b: key("X-B") };
  const security = [Object.fromEntries(Object.keys(securitySchemes).map((name) => [name, []]))];
  const { offered } = authenticationsFrom(
    { components: { securitySchemes }, security },
    { resolve: (value) => value as Json },
  );
  expect(offered[0]?.parameters.map(({ name, vendorName }) => `${name} → ${vendorName}`)).toEqual([
    "username → X-Key",
    "key.username → X-User",
    "a_b → X-A",
    "key.a_b → X-B",
  ]);
  expect(offered[0]?.configuration.map(({ key }) => key)).toEqual(["key.username", "a_b", "key.a_b"]);
});
