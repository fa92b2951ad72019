import { expect, test } from "vitest";
import { localeOf } from "./locales.ts";

test.each([
  [undefined, null, "en-GB"],
  [undefined, "en-US,en;q=0.9", "en-GB"],
  [undefined, "fr;q=0.9, en;q=0.8", "en-GB"],
  [undefined, "fr", "en-GB"],
  ["en-XA", "fr", "en-XA"],
  [undefined, "en-XA", "en-GB"],
  ["../secrets", null, "en-GB"],
])("who chose %j and whose browser accepts %j reads %s", (chosen, accepted, locale) => {
  expect(localeOf(chosen, accepted)).toBe(locale);
});
