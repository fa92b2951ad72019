import { beforeEach, expect, test, vi } from "vitest";
import { BROWSER_VIEWS, MOST_VIEWS } from "./stored-views.ts";

const view = (name: string, query = "status=failed") => ({ name, query });
let storage: Map<string, string>;
beforeEach(() => {
  storage = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    removeItem: (key: string) => storage.delete(key),
  });
});
const inBrowser = (views: unknown) => storage.set("formulary.run-views", JSON.stringify(views));

test.each([
  ["those of the browser, if the server has none", [view("a")], null, [view("a")]],
  ["those of both", [view("a")], [view("b")], [view("b"), view("a")]],
  ["of the same name, that of the server", [view("a", "kind=test"), view("c")], [view("a")], [view("a"), view("c")]],
  ["nothing of another form", [{ name: "" }], [view("b")], undefined],
])("takes over %s", (_, views, stored, taken) => {
  inBrowser(views);
  expect(BROWSER_VIEWS.takeOver(stored)).toEqual(taken);
});

test("takes over nothing without views, or twice", () => {
  expect(BROWSER_VIEWS.takeOver(null)).toBeUndefined();
  inBrowser([view("a")]);
  BROWSER_VIEWS.forget();
  expect(BROWSER_VIEWS.takeOver(null)).toBeUndefined();
});

test("takes over no more views than the server stores", () => {
  inBrowser(Array.from({ length: MOST_VIEWS }, (_, n) => view(`b${n}`)));
  expect(BROWSER_VIEWS.takeOver([view("a")])).toHaveLength(MOST_VIEWS);
});
