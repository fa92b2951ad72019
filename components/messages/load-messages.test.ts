import { expect, test } from "vitest";
import { loadMessages } from "./load-messages.ts";

test.each(["en-GB", "en-XA"] as const)("every message of %s can be sent to browsers as it is", async (locale) => {
  const messages = await loadMessages(locale);
  expect(Object.keys(messages).length).toBeGreaterThan(5);
  for (const object of objectsIn(messages))
    expect([Object.prototype, Array.prototype]).toContain(Object.getPrototypeOf(object));
});

test("the pseudo-locale has every key, and only accented letters outside placeholders", async () => {
  const { shell } = await loadMessages("en-XA");
  expect(shell.frame.search).toBe("⟦Šééååŕçĥ⟧");
  expect(shell.menu.role).toEqual(["⟦", ["role"], " ööƒ ", ["organization"], "⟧"]);
});

const objectsIn = (value: unknown): object[] =>
  typeof value === "object" && value !== null ? [value, ...Object.values(value).flatMap(objectsIn)] : [];
