import { expect, test } from "vitest";
import { elementSchema } from "#server/element/shape.ts";
import { chooseTypes, chosenTypes, hasChoice } from "./chosen-types.ts";
import { listAt } from "./paths.ts";

const draft = {
  name: "Acme",
  description: "",
  authentication: { type: "basic", "x-note": 1 },
  configuration: [
    { key: "base.url", name: "Base URL", defaultValue: "https://acme.test" },
    { key: "username", name: "User name", required: true },
    { key: "password", name: "Password", required: true, type: "PASSWORD" },
  ],
};
const keysOf = (element: Readonly<Record<string, unknown>>) => listAt(element, ["configuration"]).map(({ key }) => key);
const groupsOf = (element: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(listAt(element, ["configuration"]).map(({ key, groupName }) => [key, groupName]));

test("another type takes the place of the first, whose entries go", () => {
  const next = chooseTypes(draft, ["oauth2"], { isChoice: false });
  expect(next.authentication).toEqual({ type: "oauth2", "x-note": 1 });
  expect(keysOf(next)).toEqual(["base.url"]);
});

test("entries that the next type or a parameter reads stay", () => {
  const parameters = [{ name: "password", type: "configuration", vendorType: "header", vendorName: "X" }];
  expect(keysOf(chooseTypes({ ...draft, parameters }, ["oauth2"], { isChoice: false }))).toEqual([
    "base.url",
    "password",
  ]);
  expect(keysOf(chooseTypes(draft, ["apiKey"], { isChoice: false }))).toEqual(["base.url", "username"]);
});

test("a choice lists its types and groups their entries", () => {
  const next = chooseTypes(draft, ["basic", "oauth2"], { isChoice: true });
  expect(hasChoice(next)).toBe(true);
  expect(chosenTypes(next)).toEqual(["basic", "oauth2"]);
  expect(groupsOf(next)).toMatchObject({ "base.url": undefined, username: "basic", "oauth.token.url": "oauth2" });
  expect(elementSchema.safeParse(next).success).toBe(true);
  expect(chooseTypes(next, ["basic", "oauth2"], { isChoice: true })).toEqual(next);
});

test("an entry of several types is in no group", () => {
  const next = chooseTypes(draft, ["basic", "apiKey"], { isChoice: true });
  expect(groupsOf(next)).toMatchObject({ username: undefined, password: "basic" });
});

test("without the choice one type is left, and its entries are in no group", () => {
  const several = chooseTypes(draft, ["basic", "oauth2"], { isChoice: true });
  const next = chooseTypes(several, ["basic"], { isChoice: false });
  expect(next.authentication).toMatchObject({ type: "basic" });
  expect(keysOf(next)).toEqual(["base.url", "username", "password"]);
  expect(groupsOf(next).username).toBeUndefined();
});

test("types of real exports are recognized in any case", () => {
  expect(chosenTypes({ authentication: { type: "OAuth2" } })).toEqual(["oauth2"]);
  expect(chosenTypes({ authentication: { type: "kerberos" } })).toEqual([]);
});
