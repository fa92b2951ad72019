import compile from "icu-minify/compile";
import { expect, test } from "vitest";
import formatMessage from "./format-message.ts";
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

test("a message isolates all texts in it, and chooses by them as they are", () => {
  const message = compile("{kind, select, one {Delete {name}?} other {}} {count, number}");
  const values = { kind: "one", name: "\u202eOrders", count: 2 };
  const options = { formatters: { getNumberFormat: () => new Intl.NumberFormat("en") } } as never;
  expect(formatMessage("delete", message, values, { locale: "en", ...(options as object) } as never)).toBe(
    "Delete \u2068Orders\u2069? 2",
  );
});
