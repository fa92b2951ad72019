import { createFormatter, createTranslator } from "next-intl";
import { expect, test } from "vitest";
import { type CronLanguage, describeCron } from "./cron-text.ts";
import schedules from "./messages.en.ts";

const locale = "en-GB";
const english: CronLanguage = {
  t: createTranslator({ locale, messages: { schedules }, namespace: "schedules.cron" }),
  format: createFormatter({ locale }),
};

test.each([
  ["0 0/15 * 1/1 * ? *", "Every 15 minutes"],
  ["0 * * * * ?", "Every minute"],
  ["* * * * * ?", "Every second, every minute"],
  ["0 0/60 * 1/1 * ? *", "Every hour"],
  ["0 0 * * * ?", "Every hour"],
  ["0 30 0/2 * * ?", "Every 2 hours at minute 30"],
  ["0 0 8 ? * MON", "At 08:00 on Monday"],
  ["0 0,30 8,9 ? * 1-5 *", "At 08:00, 08:30, 09:00 and 09:30 on Monday to Friday"],
  ["0 0 0 1,10,15 1/1 ? *", "At 00:00 on day 1, 10 and 15 of the month"],
  ["0 0 0 L * ?", "At 00:00 on the last day of the month"],
  ["0 0 0 LW,15W * ?", "At 00:00 on the last working day and the working day nearest day 15 of the month"],
  ["0 0 0 L-3 * ?", "At 00:00 on the day 3 before the last of the month"],
  ["0 0 0 ? * FRIL", "At 00:00 on the last Friday of the month"],
  ["0 0 0 ? * 1#2,L", "At 00:00 on the second Monday of the month and Sunday"],
  ["0 0 12 1 JAN,6 ? 2030-2032", "At 12:00 on day 1 of the month in January and June in 2030 to 2032"],
  ["0 0/10 8-17 ? * MON-FRI", "Every 10 minutes past hour 8 to 17 on Monday to Friday"],
  ["0 0/10 0/2 * * ?", "Every 10 minutes, every 2 hours"],
  ["30 5 8 * * ?", "At second 30, at minute 5 past hour 8"],
  ["0 5-10 8 * * ?", "At minute 5 to 10 past hour 8"],
  ["30 8 ? * MON 2030", "At 08:30 on Monday in 2030"],
])("%s: %s", (cron, words) => {
  expect(describeCron(cron, english)).toBe(words);
});

test("refuses an invalid cron", () => {
  expect(() => describeCron("0 61 * * * ?", english)).toThrow("minute");
});
