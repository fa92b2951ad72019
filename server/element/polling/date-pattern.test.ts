import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileDatePattern } from "./date-pattern.ts";
import { zoneNamed } from "./zone.ts";

/** The output of `java.text.SimpleDateFormat` of OpenJDK 17 (`Locale.US`), and the dates that it parses from that. */
const JAVA: [pattern: string, zone: string, at: number, text: string, back: number | null][] = [
  ["yyyy-MM-dd'T'HH:mm:ss'Z'", "GMT", 1782214496789, "2026-06-23T11:34:56Z", 1782214496000],
  ["yyyy-MM-dd'T'HH:mm:ss'Z'", "America/Denver", 1772355900005, "2026-03-01T02:05:00Z", 1772355900000],
  ["yyyy-MM-dd'T'HH:mm:ss'Z'", "PST", 1793522096000, "2026-11-01T01:34:56Z", 1793525696000],
  ["yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", "GMT", 1782214496789, "2026-06-23T11:34:56.789Z", 1782214496789],
  ["yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", "America/Denver", 1772355900005, "2026-03-01T02:05:00.005Z", 1772355900005],
  ["yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", "PST", 1793522096000, "2026-11-01T01:34:56.000Z", 1793525696000],
  ["yyyy-MM-dd'T'HH:mm:ssXXX", "GMT", 1782214496789, "2026-06-23T11:34:56Z", 1782214496000],
  ["yyyy-MM-dd'T'HH:mm:ssXXX", "America/Denver", 1772355900005, "2026-03-01T02:05:00-07:00", 1772355900000],
  ["yyyy-MM-dd'T'HH:mm:ssXXX", "PST", 1793522096000, "2026-11-01T01:34:56-07:00", 1793522096000],
  ["yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "GMT", 1782214496789, "2026-06-23T11:34:56.789Z", 1782214496789],
  ["yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "America/Denver", 1772355900005, "2026-03-01T02:05:00.005-07:00", 1772355900005],
  ["yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "PST", 1793522096000, "2026-11-01T01:34:56.000-07:00", 1793522096000],
  ["yyyy-MM-dd'T'HH:mm:ssX", "GMT", 1782214496789, "2026-06-23T11:34:56Z", 1782214496000],
  ["yyyy-MM-dd'T'HH:mm:ssX", "America/Denver", 1772355900005, "2026-03-01T02:05:00-07", 1772355900000],
  ["yyyy-MM-dd'T'HH:mm:ssX", "PST", 1793522096000, "2026-11-01T01:34:56-07", 1793522096000],
  ["yyyy-MM-dd'T'HH:mm:ssXX", "GMT", 1782214496789, "2026-06-23T11:34:56Z", 1782214496000],
  ["yyyy-MM-dd'T'HH:mm:ssXX", "America/Denver", 1772355900005, "2026-03-01T02:05:00-0700", 1772355900000],
  ["yyyy-MM-dd'T'HH:mm:ssXX", "PST", 1793522096000, "2026-11-01T01:34:56-0700", 1793522096000],
  ["yyyy-MM-dd'T'HH:mm:ssZ", "GMT", 1782214496789, "2026-06-23T11:34:56+0000", 1782214496000],
  ["yyyy-MM-dd'T'HH:mm:ssZ", "America/Denver", 1772355900005, "2026-03-01T02:05:00-0700", 1772355900000],
  ["yyyy-MM-dd'T'HH:mm:ssZ", "PST", 1793522096000, "2026-11-01T01:34:56-0700", 1793522096000],
  ["yyyy-MM-dd'T'HH:mm:ss.SSSZ", "GMT", 1782214496789, "2026-06-23T11:34:56.789+0000", 1782214496789],
  ["yyyy-MM-dd'T'HH:mm:ss.SSSZ", "America/Denver", 1772355900005, "2026-03-01T02:05:00.005-0700", 1772355900005],
  ["yyyy-MM-dd'T'HH:mm:ss.SSSZ", "PST", 1793522096000, "2026-11-01T01:34:56.000-0700", 1793522096000],
  ["yyyy-MM-dd'T'HH:mm:ss", "GMT", 1782214496789, "2026-06-23T11:34:56", 1782214496000],
  ["yyyy-MM-dd'T'HH:mm:ss", "America/Denver", 1772355900005, "2026-03-01T02:05:00", 1772355900000],
  ["yyyy-MM-dd'T'HH:mm:ss", "PST", 1793522096000, "2026-11-01T01:34:56", 1793525696000],
  ["yyyy-MM-dd HH:mm:ss", "GMT", 1782214496789, "2026-06-23 11:34:56", 1782214496000],
  ["yyyy-MM-dd HH:mm:ss", "America/Denver", 1772355900005, "2026-03-01 02:05:00", 1772355900000],
  ["yyyy-MM-dd HH:mm:ss", "PST", 1793522096000, "2026-11-01 01:34:56", 1793525696000],
  ["MM/dd/yyyy HH:mm:ss", "GMT", 1782214496789, "06/23/2026 11:34:56", 1782214496000],
  ["MM/dd/yyyy HH:mm:ss", "America/Denver", 1772355900005, "03/01/2026 02:05:00", 1772355900000],
  ["MM/dd/yyyy HH:mm:ss", "PST", 1793522096000, "11/01/2026 01:34:56", 1793525696000],
  ["yyyy-MM-dd", "GMT", 1782214496789, "2026-06-23", 1782172800000],
  ["yyyy-MM-dd", "America/Denver", 1772355900005, "2026-03-01", 1772348400000],
  ["yyyy-MM-dd", "PST", 1793522096000, "2026-11-01", 1793516400000],
  ["yyyyMMdd", "GMT", 1782214496789, "20260623", 1782172800000],
  ["yyyyMMdd", "America/Denver", 1772355900005, "20260301", 1772348400000],
  ["yyyyMMdd", "PST", 1793522096000, "20261101", 1793516400000],
  ["yyyyMMddHHmmss", "GMT", 1782214496789, "20260623113456", 1782214496000],
  ["yyyyMMddHHmmss", "America/Denver", 1772355900005, "20260301020500", 1772355900000],
  ["yyyyMMddHHmmss", "PST", 1793522096000, "20261101013456", 1793525696000],
  ["yyyyMMddHHmmssSSS", "GMT", 1782214496789, "20260623113456789", 1782214496789],
  ["yyyyMMddHHmmssSSS", "America/Denver", 1772355900005, "20260301020500005", 1772355900005],
  ["yyyyMMddHHmmssSSS", "PST", 1793522096000, "20261101013456000", 1793525696000],
  ["EEE, dd MMM yyyy HH:mm:ss Z", "GMT", 1782214496789, "Tue, 23 Jun 2026 11:34:56 +0000", 1782214496000],
  ["EEE, dd MMM yyyy HH:mm:ss Z", "America/Denver", 1772355900005, "Sun, 01 Mar 2026 02:05:00 -0700", 1772355900000],
  ["EEE, dd MMM yyyy HH:mm:ss Z", "PST", 1793522096000, "Sun, 01 Nov 2026 01:34:56 -0700", 1793522096000],
  ["EEE, dd MMM yyyy HH:mm:ss z", "GMT", 1782214496789, "Tue, 23 Jun 2026 11:34:56 GMT", 1782214496000],
  ["EEE, dd MMM yyyy HH:mm:ss z", "America/Denver", 1772355900005, "Sun, 01 Mar 2026 02:05:00 MST", 1772355900000],
  ["EEE, dd MMM yyyy HH:mm:ss z", "PST", 1793522096000, "Sun, 01 Nov 2026 01:34:56 PDT", 1793522096000],
  ["EEE MMM dd HH:mm:ss zzz yyyy", "GMT", 1782214496789, "Tue Jun 23 11:34:56 GMT 2026", 1782214496000],
  ["EEE MMM dd HH:mm:ss zzz yyyy", "America/Denver", 1772355900005, "Sun Mar 01 02:05:00 MST 2026", 1772355900000],
  ["EEE MMM dd HH:mm:ss zzz yyyy", "PST", 1793522096000, "Sun Nov 01 01:34:56 PDT 2026", 1793522096000],
  ["EEEE, d MMMM yyyy h:mm a", "GMT", 1782214496789, "Tuesday, 23 June 2026 11:34 AM", 1782214440000],
  ["EEEE, d MMMM yyyy h:mm a", "America/Denver", 1772355900005, "Sunday, 1 March 2026 2:05 AM", 1772355900000],
  ["EEEE, d MMMM yyyy h:mm a", "PST", 1793522096000, "Sunday, 1 November 2026 1:34 AM", 1793525640000],
  ["M/d/yy h:mm:ss a", "GMT", 1782214496789, "6/23/26 11:34:56 AM", 1782214496000],
  ["M/d/yy h:mm:ss a", "America/Denver", 1772355900005, "3/1/26 2:05:00 AM", 1772355900000],
  ["M/d/yy h:mm:ss a", "PST", 1793522096000, "11/1/26 1:34:56 AM", 1793525696000],
  ["dd.MM.yyyy KK:mm aa", "GMT", 1782214496789, "23.06.2026 11:34 AM", 1782214440000],
  ["dd.MM.yyyy KK:mm aa", "America/Denver", 1772355900005, "01.03.2026 02:05 AM", 1772355900000],
  ["dd.MM.yyyy KK:mm aa", "PST", 1793522096000, "01.11.2026 01:34 AM", 1793525640000],
  ["d-M-y k:m:s", "GMT", 1782214496789, "23-6-2026 11:34:56", 1782214496000],
  ["d-M-y k:m:s", "America/Denver", 1772355900005, "1-3-2026 2:5:0", 1772355900000],
  ["d-M-y k:m:s", "PST", 1793522096000, "1-11-2026 1:34:56", 1793525696000],
  ["yyyy/DDD", "GMT", 1782214496789, "2026/174", 1782172800000],
  ["yyyy/DDD", "America/Denver", 1772355900005, "2026/060", 1772348400000],
  ["yyyy/DDD", "PST", 1793522096000, "2026/305", 1793516400000],
  ["yyyy 'week' ww", "GMT", 1782214496789, "2026 week 26", null],
  ["yyyy 'week' ww", "America/Denver", 1772355900005, "2026 week 10", null],
  ["yyyy 'week' ww", "PST", 1793522096000, "2026 week 45", null],
  ["W F u", "GMT", 1782214496789, "4 4 2", null],
  ["W F u", "America/Denver", 1772355900005, "1 1 7", null],
  ["W F u", "PST", 1793522096000, "1 1 7", null],
  ["hh 'o''clock' a", "GMT", 1782214496789, "11 o'clock AM", 39600000],
  ["hh 'o''clock' a", "America/Denver", 1772355900005, "02 o'clock AM", 32400000],
  ["hh 'o''clock' a", "PST", 1793522096000, "01 o'clock AM", 32400000],
  ["G yyyy", "GMT", 1782214496789, "AD 2026", 1767225600000],
  ["G yyyy", "America/Denver", 1772355900005, "AD 2026", 1767250800000],
  ["G yyyy", "PST", 1793522096000, "AD 2026", 1767254400000],
  ["LLL L", "GMT", 1782214496789, "Jun 6", 13046400000],
  ["LLL L", "America/Denver", 1772355900005, "Mar 3", 5122800000],
  ["LLL L", "PST", 1793522096000, "Nov 11", 26294400000],
  ["yy", "GMT", 1782214496789, "26", 1767225600000],
  ["yy", "America/Denver", 1772355900005, "26", 1767250800000],
  ["yy", "PST", 1793522096000, "26", 1767254400000],
  ["S SS SSSS", "GMT", 1782214496789, "789 789 0789", null],
  ["S SS SSSS", "America/Denver", 1772355900005, "5 05 0005", null],
  ["S SS SSSS", "PST", 1793522096000, "0 00 0000", null],
  ["HH''mm", "GMT", 1782214496789, "11'34", 41640000],
  ["HH''mm", "America/Denver", 1772355900005, "02'05", 32700000],
  ["HH''mm", "PST", 1793522096000, "01'34", 34440000],
];

test.each(JAVA)("%s in %s at %d is %s, as in Java", (pattern, zone, at, text, back) => {
  const { write, read } = compileDatePattern(pattern);
  expect(write(at, zoneNamed(zone))).toBe(text);
  if (back !== null) {
    const moment = read(text, zoneNamed(zone));
    expect([moment?.from, moment?.to]).toContain(back);
  }
});

describe("dates as providers write them", () => {
  const AT = Date.UTC(2026, 2, 1, 9, 5, 7, 120);
  test.each([
    ["yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "2026-03-01T09:05:07.120Z"],
    ["yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "2026-03-01T10:05:07.12+01:00"],
    ["yyyy-MM-dd'T'HH:mm:ss.SSSZ", "2026-03-01T09:05:07.120+0000"],
    ["yyyy-MM-dd'T'HH:mm:ss.SSSZ", "2026-03-01T04:05:07.120456-05:00"],
    // Longer than the pattern.
    ["yyyy-MM-dd'T'HH:mm:ss", "2026-03-01T10:05:07.120+01:00"],
    ["MM/dd/yyyy", "2026-03-01T09:05:07.120Z"],
    ["milliseconds", 1772355907120],
    ["milliseconds", "1772355907120"],
    ["milliseconds", "2026-03-01T09:05:07.120Z"],
    ["seconds", 1772355907.12],
    ["microseconds", "1772355907120000"],
    ["yyyy-MM-dd", 1772355907120],
    ["EEE, dd MMM yyyy HH:mm:ss.SSS z", "Sun, 01 Mar 2026 04:05:07.120 EST"],
    ["yyyyMMddHHmmssSSS", "20260301090507120"],
  ])("%s reads %s", (pattern, text) => {
    expect(compileDatePattern(pattern).read(text)).toEqual({ from: AT, to: AT });
  });

  test.each([
    ["yyyy-MM-dd", "yesterday"],
    ["yyyy-MM-dd", "2026-13-01"],
    ["yyyy-MM-dd HH:mm", "2026-01-01 29:00"],
    ["milliseconds", "soon"],
    ["yyyy-MM-dd", null],
    ["yyyy-MM-dd", {}],
    ["yyyy-MM-dd", "9".repeat(10_000)],
  ])("%s does not read %j", (pattern, text) => {
    expect(compileDatePattern(pattern).read(text)).toBeNull();
  });

  test("the hour that comes twice may be either; the one that is left out is counted on", () => {
    const { read } = compileDatePattern("yyyy-MM-dd HH:mm");
    const denver = zoneNamed("America/Denver");
    const twice = read("2026-11-01 01:30", denver);
    expect(twice).toEqual({ from: Date.UTC(2026, 10, 1, 7, 30), to: Date.UTC(2026, 10, 1, 8, 30) });
    const leftOut = Date.UTC(2026, 2, 8, 9, 30);
    expect(read("2026-03-08 02:30", denver)).toEqual({ from: leftOut, to: leftOut });
  });

  test.each([
    ["yyyy-MM-dd", 86_400_000],
    ["yyyy-MM-dd HH:mm", 60_000],
    ["yyyy-MM-dd'T'HH:mm:ssXXX", 1000],
    ["yyyy-MM-dd HH:mm:ss.SSS", 1],
    ["milliseconds", 1],
    ["seconds", 1000],
  ])("%s shows differences of %d ms", (pattern, unit) => {
    expect(compileDatePattern(pattern).unit).toBe(unit);
  });
});

describe("C10: refuses invalid patterns", () => {
  test.each([
    ["yyyy-MM-ddTHH:mm", "the letter T means nothing"],
    ["yyyy-MM-dd'T", "a quote does not end"],
    ["", "no date or time letters"],
    ["'text'", "no date or time letters"],
    ["y".repeat(10_000), "longer than 200"],
  ])("%s", (pattern, message) => {
    expect(() => compileDatePattern(pattern)).toThrow(message);
  });
});

test("reads back any date written to the millisecond", () => {
  const patterns = ["yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "EEE, d MMM yyyy hh:mm:ss.SSS a Z", "yyyyMMddHHmmssSSS XX"];
  const zones = ["GMT", "Asia/Kolkata", "America/St_Johns", "+05:45", "Australia/Lord_Howe"];
  fc.assert(
    fc.property(
      fc.constantFrom(...patterns),
      fc.constantFrom(...zones),
      fc.integer({ min: Date.UTC(1970, 0, 2), max: Date.UTC(2100, 0) }),
      (pattern, zone, at) => {
        const { write, read } = compileDatePattern(pattern);
        expect(read(write(at, zoneNamed(zone)), zoneNamed(zone))).toEqual({ from: at, to: at });
      },
    ),
  );
});
