import { expect, test } from "vitest";
import { isolated } from "./isolated.ts";

test.each([
  ["Orders 😀", "Orders 😀"],
  ["\u202eOrders", "\u2068Orders\u2069"],
  ["a\u2069\u202eb", "\u2068ab\u2069"],
  ["שלום", "\u2068שלום\u2069"],
  ["مرحبا", "\u2068مرحبا\u2069"],
])("%j is %j within a sentence", (name, shown) => {
  expect(isolated(name)).toBe(shown);
});
