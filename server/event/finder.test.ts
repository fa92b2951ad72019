import { expect, test } from "vitest";
import { isNamed, parseFinder, textAt } from "./finder.ts";

test.each([
  ["team.id=slack.team", { path: "team.id", key: "slack.team" }],
  ["realmId", { path: "realmId", key: "realmId" }],
  ["", null],
  [undefined, null],
  ["=x", null],
  ["x=", null],
])("the finder %j", (text, finder) => expect(parseFinder(text)).toEqual(finder));

test.each([
  [{ team: { id: "T1" } }, "T1"],
  [{ team: { id: 7 } }, "7"],
  [{ team: null }, ""],
  ["text", ""],
])("in %j it finds %j", (payload, name) => expect(textAt(payload, { path: "team.id", key: "t" })).toBe(name));

test("an instance without the value is nobody's, whatever the payload says", () => {
  const finder = { path: "id", key: "team" };
  expect(isNamed({ team: "T" }, finder, "T")).toBe(true);
  expect(isNamed({ team: "" }, finder, "")).toBe(false);
  expect(isNamed({}, finder, "undefined")).toBe(false);
});
