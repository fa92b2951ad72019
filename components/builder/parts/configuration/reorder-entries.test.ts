import { expect, test } from "vitest";
import { listAt } from "../../model/paths.ts";
import { displayed, swapEntries } from "./reorder-entries.ts";

const draft = {
  configuration: [
    { key: "a" },
    { key: "b", displayOrder: 2 },
    { key: "c", displayOrder: 1, "x-note": 1 },
    { key: "d" },
  ],
};
const keysOf = (element: Readonly<Record<string, unknown>>) => {
  const entries = listAt(element, ["configuration"]);
  return displayed(entries).map((at) => entries[at]?.key);
};

test("entries without an order are last, as they are listed", () =>
  expect(keysOf(draft)).toEqual(["c", "b", "a", "d"]));

test("two entries trade places, and nothing else of them changes", () => {
  const next = swapEntries(draft, 1, 0);
  expect(keysOf(next)).toEqual(["c", "a", "b", "d"]);
  expect(listAt(next, ["configuration"]).map(({ key }) => key)).toEqual(["a", "b", "c", "d"]);
  expect(listAt(next, ["configuration"])[2]).toBe(draft.configuration[2]);
});
