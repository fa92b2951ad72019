import { Cron as Croner } from "croner";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cronText, finestIntervalSeconds, nextAfter, parseCron } from "./cron.ts";

const next = (text: string, after = "2026-01-01T00:00:00Z") =>
  nextAfter(parseCron(text), new Date(after))?.toISOString();

describe("nextAfter", () => {
  test.each([
    ["every 15 minutes", "0 0/15 * 1/1 * ? *", "2026-01-01T00:15:00.000Z"],
    ["hourly, the step above the range", "0 0/60 * 1/1 * ? *", "2026-01-01T01:00:00.000Z"],
    ["six fields: some days of the month", "0 0 0 1,10,15 1/1 ?", "2026-01-10T00:00:00.000Z"],
    ["seven fields: some days of the month", "0 0 0 1,10,15 1/1 ? *", "2026-01-10T00:00:00.000Z"],
    ["1 is Monday", "0 0 8 ? * 1", "2026-01-05T08:00:00.000Z"],
    ["7 is Sunday", "0 0 8 ? * 7 *", "2026-01-04T08:00:00.000Z"],
    ["names of days", "0 0 8 ? * mon-WED *", "2026-01-05T08:00:00.000Z"],
    ["names of months", "0 0 8 1 FEB,Mar ?", "2026-02-01T08:00:00.000Z"],
    ["a range over midnight", "0 0 22-2 * * ?", "2026-01-01T01:00:00.000Z"],
    ["a range over the weekend", "0 0 8 ? * SAT-SUN", "2026-01-03T08:00:00.000Z"],
    ["a range with a step", "0 10-30/10 8 * * ?", "2026-01-01T08:10:00.000Z"],
    ["a step on a star", "0 */20 8 * * ?", "2026-01-01T08:00:00.000Z"],
    ["strictly after", "0 0 0 1 1 ? *", "2027-01-01T00:00:00.000Z"],
    ["a year", "0 0 12 1 1 ? 2030", "2030-01-01T12:00:00.000Z"],
    ["a leap day", "0 0 0 29 2 ?", "2028-02-29T00:00:00.000Z"],
    ["the last day of the month", "0 0 0 L 2 ?", "2026-02-28T00:00:00.000Z"],
    ["three days before the last", "0 0 0 L-3 * ?", "2026-01-28T00:00:00.000Z"],
    ["the last working day", "0 0 0 LW * ?", "2026-01-30T00:00:00.000Z"],
    ["the working day nearest a Sunday at the end", "0 0 0 31W 5 ?", "2026-05-29T00:00:00.000Z"],
    ["the working day nearest a Saturday", "0 0 0 10W * ?", "2026-01-09T00:00:00.000Z"],
    ["the working day nearest a Sunday", "0 0 0 11W * ?", "2026-01-12T00:00:00.000Z"],
    ["the working day nearest a Saturday the 1st", "0 0 0 1W 8 ?", "2026-08-03T00:00:00.000Z"],
    ["a working day itself", "0 0 0 15W * ?", "2026-01-15T00:00:00.000Z"],
    ["the last Friday", "0 0 0 ? * FRIL", "2026-01-30T00:00:00.000Z"],
    ["the last Friday by number", "0 0 0 ? * 5L", "2026-01-30T00:00:00.000Z"],
    ["the second Monday", "0 0 0 ? * MON#2", "2026-01-12T00:00:00.000Z"],
    ["L as a day of week", "0 0 0 ? * L", "2026-01-04T00:00:00.000Z"],
    ["the specification's six fields, minute first, with a year", "30 8 ? * MON 2030", "2030-01-07T08:30:00.000Z"],
    ["the specification's six fields where only a day name tells", "0 8 * * MON *", "2026-01-05T08:00:00.000Z"],
    ["spaces around and between", "  0  0   8 * * ?  ", "2026-01-01T08:00:00.000Z"],
  ])("%s", (_, cron, at) => {
    expect(next(cron)).toBe(at);
  });

  test("knows no time after the last year it names", () => {
    expect(next("0 0 0 1 1 ? 2025")).toBeUndefined();
  });
  test("continues within the requested minute", () => {
    expect(next("30 0 0 * * ?", "2026-01-01T00:00:29.500Z")).toBe("2026-01-01T00:00:30.000Z");
  });
});

describe("parseCron refuses (B10)", () => {
  test.each([
    ["five fields", "0 8 * * *", "has 5."],
    ["eight fields", "0 0 0 * * ? * *", "has 8."],
    ["nothing", "", "has 0."],
    ["minute 60", "0 60 * * * ? *", /minute "60".*0-59/],
    ["minute -1", "0 -1 * * * ? *", /minute "-1".*0-59/],
    ["a range without an end", "0 1- * * * ? *", /minute "1-".*0-59/],
    ["hour 24", "0 0 24 * * ? *", /hour "24".*0-23/],
    ["31 February", "0 0 0 31 2 ? *", "never fires"],
    ["a sixth Monday", "0 0 0 ? * MON#6 *", /day of week "MON#6".*1-7/],
    ["day of week 0", "0 0 0 ? * 0 *", /day of week "0".*1-7/],
    ["day of week 8", "0 0 0 ? * 8 *", /day of week "8".*1-7/],
    ["year 1899", "0 0 0 1 1 ? 1899", /year "1899".*1900-3000/],
    ["year 3001", "0 0 0 1 1 ? 3001", /year "3001".*1900-3000/],
    ["a year range backwards", "0 0 0 1 1 ? 2030-2029", /year/],
    ["a step of nothing", "0 */0 * * * ? *", /minute "\*\/0"/],
    ["a step of nothing from 1", "0 1/0 * * * ? *", /minute "1\/0"/],
    ["? twice", "0 0 0 ? * ? *", /day of week "\?"/],
    ["? where it says nothing", "0 ? 0 * * ? *", /minute "\?"/],
    ["two kinds of days", "0 0 0 1 * MON *", "day of week must be ?"],
    ["2 KB of list", `0 ${"0,".repeat(1024)}0 0 * * ? *`, "longer than"],
    ["an empty part", "0 0,,1 0 * * ? *", /minute ""/],
    ["words", "every day at noon please now", /second "every"/],
    ["three bounds", "0 1-2-3 * * * ? *", /minute "1-2-3"/],
    ["day L-99", "0 0 0 L-99 * ? *", /day of month/],
  ])("%s", (_, cron, message) => {
    expect(() => parseCron(cron)).toThrow(message);
  });

  test("as a property it says so in its message", () => {
    expect(cronText.safeParse("0 61 * * * ?").error?.issues[0]?.message).toContain('minute "61"');
    expect(cronText.safeParse("0 0 8 * * ?").success).toBe(true);
  });
});

describe("finestIntervalSeconds", () => {
  test.each([
    ["0/30 * * 1/1 * ? *", 30],
    ["* * * * * ?", 1],
    ["0,59 0 8 * * ?", 59],
    ["0,50 * * * * ?", 10],
    ["0 * * * * ?", 60],
    ["0 0/15 * 1/1 * ? *", 900],
    ["0 0,59 * * * ?", 60],
    ["0 0 0 1 1 ?", 86_400],
    ["0 0 23,0 * * ?", 3600],
  ])("%s: %i", (cron, seconds) => {
    expect(finestIntervalSeconds(parseCron(cron))).toBe(seconds);
  });
});

/** Days 0 to 6 from Sunday in croner are 1 to 7 from Monday here. */
const field = (min: number, max: number) => {
  const value = fc.integer({ min, max });
  const range = fc.tuple(value, value).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`);
  const single = fc.oneof(value.map(String), range);
  return fc.oneof(
    fc.constant("*"),
    fc.array(single, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(",")),
    fc.integer({ min: 2, max: Math.min(20, max) }).map((n) => `*/${n}`),
  );
};
const weekdayNames = fc
  .subarray(["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"], { minLength: 1 })
  .map((names) => names.join(","));
const days = fc.oneof(
  fc.tuple(field(1, 28), fc.constant("?")),
  fc.tuple(fc.constant("?"), weekdayNames),
  fc.tuple(fc.constant("L"), fc.constant("?")),
);

test("agrees with croner on patterns that both support (fast-check)", () => {
  const when = fc.date({ min: new Date("1990-01-01"), max: new Date("2090-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(
      field(0, 59),
      field(0, 59),
      field(0, 23),
      days,
      field(1, 12),
      when,
      (second, minute, hour, [day, weekday], month, after) => {
        const ours = nextAfter(parseCron(`${second} ${minute} ${hour} ${day} ${month} ${weekday}`), after);
        const theirs = new Croner(`${second} ${minute} ${hour} ${day} ${month} ${weekday}`, {
          timezone: "UTC",
        }).nextRun(after);
        expect(ours?.toISOString()).toBe(theirs?.toISOString());
      },
    ),
    { numRuns: 300 },
  );
});

test("a minute fires at most once and never zero times around clock changes (B12): all is UTC", () => {
  const cron = parseCron("0 30 2 * * ?");
  const fired: string[] = [];
  for (let at: Date | null = new Date("2026-03-28T00:00:00Z"); at && fired.length < 3; ) {
    at = nextAfter(cron, at);
    if (at) fired.push(at.toISOString());
  }
  expect(fired).toEqual(["2026-03-28T02:30:00.000Z", "2026-03-29T02:30:00.000Z", "2026-03-30T02:30:00.000Z"]);
});

test("never throws anything but a refusal (fast-check)", () => {
  const piece = fc.constantFrom("0", "7", "*", "?", "/", "-", ",", "L", "W", "#", "MON", "JAN", " ", "2030");
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join("")),
      (text) => {
        try {
          parseCron(text);
        } catch (error) {
          expect(error).toMatchObject({ name: "Failure", kind: "badRequest" });
        }
      },
    ),
  );
});
