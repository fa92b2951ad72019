import { expect, test } from "vitest";
import { askedOf, changedIn, type Entry, groupsOf, missingIn } from "./entries.ts";

const entry = (key: string, more: Partial<Entry> = {}) =>
  ({ id: 1, key, name: key, type: "TEXTFIELD_128", required: true, ...more }) as Entry;

test("what works as it is comes last, in a group of its own", () => {
  const entries = [
    entry("base.url", { defaultValue: "https://x" }),
    entry("filter", { required: false }),
    entry("username"),
  ];
  expect(groupsOf(entries).map(({ isAdvanced, entries: shown }) => [isAdvanced, shown.map(({ key }) => key)])).toEqual([
    [false, ["username"]],
    [true, ["base.url", "filter"]],
  ]);
});

test("what the author of the element asks for is asked, also without needing it", () => {
  const entries = [entry("key", { required: false, isOwn: true }), entry("scope", { required: false, isOwn: false })];
  expect(groupsOf(entries).map(({ isAdvanced, entries: shown }) => [isAdvanced, shown.map(({ key }) => key)])).toEqual([
    [false, ["key"]],
    [true, ["scope"]],
  ]);
});

test("required entries without a value are named", () => {
  const missing = missingIn([entry("username"), entry("note", { required: false })], { username: " " });
  expect(missing.map(({ key }) => key)).toEqual(["username"]);
});

test("only what differs from the defaults is sent", () => {
  const entries = [entry("base.url", { defaultValue: "https://x" }), entry("username")];
  expect(changedIn(entries, { "base.url": "https://x", username: "ada" })).toEqual({ username: "ada" });
});

test("nobody is asked for the address of our own callback page", () => {
  expect(askedOf([entry("oauth.callback.url"), entry("oauth.api.key")]).map(({ key }) => key)).toEqual([
    "oauth.api.key",
  ]);
});
