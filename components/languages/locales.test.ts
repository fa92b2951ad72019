import { expect, test } from "vitest";
import { localeOf } from "./locales.ts";

test.each([
  [undefined, null, "en-GB"],
  [undefined, "en-US,en;q=0.9", "en-GB"],
  [undefined, "fr;q=0.9, en;q=0.8", "en-GB"],
  [undefined, "fr", "en-GB"],
  [undefined, "de-AT,en;q=0.5", "de-DE"],
  [undefined, "en,de;q=0.5", "en-GB"],
  ["de-DE", "en", "de-DE"],
  ["en-XA", "fr", "en-XA"],
  [undefined, "en-XA", "en-GB"],
  ["../secrets", null, "en-GB"],
])("the choice %j with the browser's %j shows %s", (chosen, accepted, locale) => {
  expect(localeOf(chosen, accepted)).toBe(locale);
});
