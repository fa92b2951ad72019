import { expect, test } from "vitest";
import { changedIn, type Entry, entriesWith, groupsOf, missingIn, shownEntries } from "./entries.ts";

const entry = (key: string, more: Partial<Entry> = {}) =>
  ({ id: 1, key, name: key, type: "TEXTFIELD_128", required: true, ...more }) as Entry;

test("optional entries with defaults come last, in a group of their own", () => {
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

test("asks for entries that the author of the element marks, also optional ones", () => {
  const entries = [entry("key", { required: false, isOwn: true }), entry("scope", { required: false, isOwn: false })];
  expect(groupsOf(entries).map(({ isAdvanced, entries: shown }) => [isAdvanced, shown.map(({ key }) => key)])).toEqual([
    [false, ["key"]],
    [true, ["scope"]],
  ]);
});

test("asks whether events are wanted where the element has some, and for nothing about them elsewhere", () => {
  const events = entry("event.notification.enabled", { required: false, defaultValue: "false", isOwn: false });
  const address = entry("event.notification.callback.url", { required: false, isOwn: false });
  const own = entry("event.project", { isOwn: true });
  const kind = (defaultValue: string) =>
    entry("event.vendor.type", { required: false, defaultValue, isOwn: false, hideFromConsole: true });
  const shown = (entries: Entry[]) =>
    groupsOf(shownEntries(entries)).map(({ isAdvanced, entries: shown }) => [isAdvanced, shown.map(({ key }) => key)]);
  expect(shown([events, address, kind("polling")])).toEqual([
    [false, ["event.notification.enabled"]],
    [true, ["event.notification.callback.url"]],
  ]);
  expect(shown([events, address, own, kind("")])).toEqual([[false, ["event.project"]]]);
});

test.each([
  ["hidden with a value", { hideFromConsole: true, defaultValue: "page" }, false],
  ["hidden and optional", { hideFromConsole: true, required: false }, false],
  ["hidden, and the account cannot do without", { hideFromConsole: true }, true],
  ["not hidden", { required: false, defaultValue: "eu" }, true],
] as const)("an entry that is %s is asked for: %j", (_, more, isShown) => {
  expect(shownEntries([entry("region", more)])).toHaveLength(isShown ? 1 : 0);
});

test("required entries without a value are named", () => {
  const missing = missingIn([entry("username"), entry("note", { required: false })], { username: " " });
  expect(missing.map(({ key }) => key)).toEqual(["username"]);
});

test("sends only values that differ from the defaults", () => {
  const entries = [entry("base.url", { defaultValue: "https://x" }), entry("username")];
  expect(changedIn(entries, { "base.url": "https://x", username: "ada" })).toEqual({ username: "ada" });
});

test("does not ask for the address of our own callback page", () => {
  expect(shownEntries([entry("oauth.callback.url"), entry("oauth.api.key")]).map(({ key }) => key)).toEqual([
    "oauth.api.key",
  ]);
});

test("shows what the server asks for, also if it is hidden or belongs to another authentication", () => {
  const types = [
    { entries: [entry("username"), entry("token", { hideFromConsole: true, required: false })] },
    { entries: [entry("username"), entry("oauth.api.secret"), entry("oauth.scope")] },
  ] as const;
  const keys = (requested: string[]) => entriesWith(requested, types[0], types).map(({ key }) => key);
  expect(keys([])).toEqual(["username"]);
  expect(keys(["token", "oauth.api.secret", "username"])).toEqual(["username", "token", "oauth.api.secret"]);
});
