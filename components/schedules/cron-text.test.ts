import { createFormatter, createTranslator } from "next-intl";
import { expect, test } from "vitest";
import { DESCRIBED } from "#components/testing/described-crons.ts";
import type { CronLanguage } from "./cron-language.ts";
import { describeCron } from "./cron-text.ts";
import german from "./messages.de.ts";
import english from "./messages.en.ts";

const languageOf = (locale: "en-GB" | "de-DE", schedules: typeof english): CronLanguage => ({
  t: createTranslator({ locale, messages: { schedules }, namespace: "schedules.cron" }),
  format: createFormatter({ locale }),
});
const ENGLISH = languageOf("en-GB", english);
const GERMAN = languageOf("de-DE", german as unknown as typeof english);

test.each(DESCRIBED)("%s: %s", (cron, inEnglish, inGerman) => {
  expect(describeCron(cron, ENGLISH)).toBe(inEnglish);
  expect(describeCron(cron, GERMAN)).toBe(inGerman);
});

test("refuses an invalid cron", () => {
  expect(() => describeCron("0 61 * * * ?", ENGLISH)).toThrow("minute");
});
