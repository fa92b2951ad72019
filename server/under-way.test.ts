import { expect, test } from "vitest";
import { createUnderWay } from "./under-way.ts";

test("items are found from their beginning to their end, and counted once", () => {
  const underWay = createUnderWay<string>();
  underWay.begin(7, "seven");
  underWay.begin(2 ** 40, "late");
  underWay.begin(7, "seven again");
  expect([underWay.size(), underWay.find(7), underWay.find(2 ** 40)]).toEqual([2, "seven again", "late"]);
  expect(underWay.all().sort()).toEqual(["late", "seven again"]);
  underWay.end(7);
  underWay.end(7);
  expect([underWay.size(), underWay.find(7), underWay.all()]).toEqual([1, undefined, ["late"]]);
});
