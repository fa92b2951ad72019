import { expect, test } from "vitest";
import { openAfterMove, withoutId } from "./items.ts";

test.each([
  [0, 0, 2, 2],
  [1, 0, 2, 0],
  [2, 0, 2, 1],
  [0, 2, 0, 1],
  [3, 0, 2, 3],
  [null, 0, 2, null],
])("open item %j, moved %j to %j: item %j is open", (open, from, to, after) => {
  expect(openAfterMove(open, from, to)).toBe(after);
});

test("a copy has no ids, its own or of its parts", () => {
  expect(withoutId({ id: 3, name: "a", options: [{ id: 4, value: 1 }] })).toEqual({
    name: "a",
    options: [{ value: 1 }],
  });
});
