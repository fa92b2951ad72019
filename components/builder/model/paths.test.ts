import { expect, test } from "vitest";
import { insertAt, isWithin, listAt, moveAt, type Path, setAt, valueAt } from "./paths.ts";

const element = { name: "Acme", resources: [{ path: "/a" }, { path: "/b", parameters: [{ name: "x" }] }] };

test.each<[Path, unknown]>([
  [[], element],
  [["name"], "Acme"],
  [["resources", 1, "parameters", 0, "name"], "x"],
  [["resources", 2, "path"], undefined],
  [["name", "length"], undefined],
  [["constructor"], undefined],
])("the value at %j", (path, value) => expect(valueAt(element, path)).toBe(value));

test("another value is set in a copy that shares everything else", () => {
  const next = setAt(element, ["resources", 0, "path"], "/c");
  expect(next).toEqual({ ...element, resources: [{ path: "/c" }, element.resources[1]] });
  expect(next.resources[1]).toBe(element.resources[1]);
  expect(element.resources[0]?.path).toBe("/a");
});

test("the same value is the same draft", () => expect(setAt(element, ["name"], "Acme")).toBe(element));

test.each<[string, Path, unknown, unknown]>([
  [
    "what leads to it is created",
    ["authentication", "type"],
    "basic",
    { ...element, authentication: { type: "basic" } },
  ],
  ["undefined removes a key", ["name"], undefined, { resources: element.resources }],
  ["undefined removes an item", ["resources", 0], undefined, { ...element, resources: [element.resources[1]] }],
  [
    "lists are created where positions lead",
    ["hooks", 0, "body"],
    "done()",
    { ...element, hooks: [{ body: "done()" }] },
  ],
])("%s", (_, path, value, after) => expect(setAt<unknown>(element, path, value)).toEqual(after));

test("items are inserted and moved", () => {
  expect(listAt(insertAt(element, ["resources"], { path: "/c" }), ["resources"]).map(({ path }) => path)).toEqual([
    "/a",
    "/b",
    "/c",
  ]);
  expect(listAt(insertAt(element, ["objects"], { name: "a" }, 0), ["objects"])).toEqual([{ name: "a" }]);
  expect(listAt(moveAt(element, ["resources"], 0, 1), ["resources"]).map(({ path }) => path)).toEqual(["/b", "/a"]);
  expect(moveAt(element, ["resources"], 0, 2)).toBe(element);
});

test("a path is within what it leads into", () => {
  expect(isWithin(["resources", 1, "path"], ["resources", 1])).toBe(true);
  expect(isWithin(["resources"], ["resources", 1])).toBe(false);
});
