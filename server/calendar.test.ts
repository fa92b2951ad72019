import { describe, expect, test } from "vitest";
import { moment, time } from "./api/records/fields.ts";
import { isCalendarDay, namesImpossibleDay } from "./calendar.ts";
import { converterBetween } from "./element/data-types/converter-between.ts";
import { compileDatePattern } from "./element/polling/date-pattern.ts";
import { parseWhere } from "./element/query/where.ts";
import { parseCron } from "./formula/cron.ts";
import { formulaInstancePatchSchema } from "./formula/shape.ts";

const IMPOSSIBLE = [
  "2024-02-30",
  "2023-02-29",
  "2100-02-29",
  "2024-04-31",
  "2024-13-01",
  "2024-00-10",
  "2024-01-00",
  "2024-01-32",
];
const POSSIBLE = ["2024-02-29", "2000-02-29", "2023-02-28", "2024-12-31", "0001-01-01"];

test("the calendar's days", () => {
  for (let at = Date.UTC(1890, 0, 1); at < Date.UTC(2110, 0, 1); at += 86_400_000) {
    const [year = 0, month = 0, day = 0] = new Date(at).toISOString().slice(0, 10).split("-").map(Number);
    if (!isCalendarDay(year, month, day)) throw new Error(`${year}-${month}-${day} is a day.`);
  }
});

/** All functions that read a date: each throws or refuses an invalid one. */
const READERS: [string, (day: string) => unknown][] = [
  ["from and to", (day) => moment.parse(`${day}T00:00:00Z`)],
  ["a day alone", (day) => moment.parse(day)],
  [
    "a field of a formula instance",
    (day) => formulaInstancePatchSchema.parse({ firstConsecutiveErrorDate: `${day}T10:00:00Z` }),
  ],
  ["a literal of where", (day) => parseWhere(`since > ${day}T00:00:00Z`)],
  ["a quoted literal of where", (day) => parseWhere(`since > '${day}'`)],
  ["a quoted time of where", (day) => parseWhere(`since in ('${day}T00:00:00.000Z')`)],
  ...["date", "dateTime", "long"].map((type): [string, (day: string) => unknown] => [
    `a parameter of type ${type}`,
    (day) => converterBetween("since", "dateTime", type)?.(`${day}T00:00:00+01:00`),
  ]),
];

describe.each(READERS)("%s", (_, read) => {
  test.each(IMPOSSIBLE)("refuses %s", (day) => {
    expect(namesImpossibleDay(day)).toBe(true);
    expect(() => read(day)).toThrow();
  });
  test.each(POSSIBLE)("takes %s", (day) => expect(() => read(day)).not.toThrow());
});

test.each([
  "0000-01-01T00:00:00Z",
  "0000-12-31T23:59:59Z",
  "0001-01-01T00:30:00+01:00",
  "9999-12-31T23:30:00-01:00",
  "+010000-01-01T00:00:00Z",
  "+275760-09-13T00:00:00Z",
  "-000001-01-01T00:00:00Z",
])("no parameter and no field takes %s, which Postgres would refuse", (text) => {
  expect(moment.safeParse(text).success).toBe(false);
  expect(time.safeParse(text).success).toBe(false);
  expect(formulaInstancePatchSchema.safeParse({ firstConsecutiveErrorDate: text }).success).toBe(false);
});

test("a polled row says no other day than it has", () => {
  const patterns = ["yyyy-MM-dd", "yyyy-MM-dd'T'HH:mm:ss"].map(compileDatePattern);
  for (const { read } of patterns)
    for (const time of ["", "T00:00:00"]) {
      for (const day of IMPOSSIBLE) expect(read(day + time)).toBeNull();
      for (const day of POSSIBLE) expect(read(day + time)).not.toBeNull();
    }
});

test("a cron that names no day of the calendar never fires", () => {
  expect(() => parseCron("0 0 0 30 2 ? 2028")).toThrow(/never/);
  expect(() => parseCron("0 0 0 29 2 ? 2027")).toThrow(/never/);
  expect(() => parseCron("0 0 0 29 2 ? 2028")).not.toThrow();
});
