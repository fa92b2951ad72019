import { expect, test } from "vitest";
import { nextAfter, parseCron } from "#server/formula/cron.ts";
import { readSchedule, type Schedule, writeSchedule } from "./schedule.ts";

test.each<[string, Schedule]>([
  ["0 * * * * ?", { every: "minutes", count: 1 }],
  ["0 0/15 * * * ?", { every: "minutes", count: 15 }],
  ["0 5 * * * ?", { every: "hours", count: 1, minute: 5 }],
  ["0 30 0/2 * * ?", { every: "hours", count: 2, minute: 30 }],
  ["0 30 8 * * ?", { every: "day", at: "08:30" }],
  ["0 0 8 ? * MON,TUE,SUN", { every: "week", on: ["MON", "TUE", "SUN"], at: "08:00" }],
  ["0 0 0 15 * ?", { every: "month", on: "15", at: "00:00" }],
  ["0 0 23 L * ?", { every: "month", on: "L", at: "23:00" }],
])("%s is %j, both ways", (cron, schedule) => {
  expect(readSchedule(cron)).toEqual(schedule);
  expect(writeSchedule(schedule)).toBe(cron);
});

test.each([
  ["0 0/15 * 1/1 * ? *", "0 0/15 * * * ?"],
  ["0 */15 * ? * *", "0 0/15 * * * ?"],
  ["0 0 8 ? * MON-FRI", "0 0 8 ? * MON,TUE,WED,THU,FRI"],
  ["0 8 ? * sun,mon 2030", null],
  ["0 0 8 ? * sun,mon", "0 0 8 ? * MON,SUN"],
])("%s is written as %s, which fires at the same times", (cron, written) => {
  const schedule = readSchedule(cron);
  expect(schedule && writeSchedule(schedule)).toBe(written);
  if (!written) return;
  const times = (text: string) => {
    const found: string[] = [];
    let at: Date | null = new Date("2026-01-01T00:00:00Z");
    for (let count = 0; count < 20 && at; count++) {
      at = nextAfter(parseCron(text), at);
      if (at) found.push(at.toISOString());
    }
    return found;
  };
  expect(times(written)).toEqual(times(cron));
});

test.each([
  "",
  "nonsense",
  "${config.when}",
  "30 0 8 * * ?",
  "0 0/7 * * * ?",
  "0 0/15 8 * * ?",
  "0 0 8,20 * * ?",
  "0 0 8 * JAN ?",
  "0 0 8 ? * MON#1",
  "0 0 8 ? * FRI-MON",
  "0 0 8 1,15 * ?",
  "0 0 8 15W * ?",
])("%j says more than that, or is none", (cron) => {
  expect(readSchedule(cron)).toBeNull();
});
