import { describe, expect, test } from "vitest";
import { readDate, recognizeFormat } from "./read-date.ts";

describe("the format of a sample", () => {
  test.each([
    ["2026-11-22T10:41:05Z", "yyyy-MM-dd'T'HH:mm:ssXXX"],
    ["2026-11-22T10:41:05+02:00", "yyyy-MM-dd'T'HH:mm:ssXXX"],
    ["2026-11-22T10:41:05.123Z", "yyyy-MM-dd'T'HH:mm:ss.SSSXXX"],
    ["2026-11-22T10:41:05+0000", "yyyy-MM-dd'T'HH:mm:ssZ"],
    ["2026-11-22T10:41:05", "yyyy-MM-dd'T'HH:mm:ss"],
    ["2026-11-22 10:41:05", "yyyy-MM-dd HH:mm:ss"],
    ["2026-11-22", "yyyy-MM-dd"],
    ["22.11.2026", "dd.MM.yyyy"],
    ["1795344065", "seconds"],
    ["1795344065123", "milliseconds"],
    ["someday", undefined],
    ["", undefined],
  ])("%s is %s", (sample, format) => expect(recognizeFormat(sample)).toBe(format));
});

describe("a date is read as the poller reads it", () => {
  test.each([
    ["2026-11-22T10:41:05+02:00", "yyyy-MM-dd'T'HH:mm:ssXXX", "", { iso: "2026-11-22T08:41:05.000Z" }],
    ["2026-11-22 10:41:05", "yyyy-MM-dd HH:mm:ss", "Europe/Berlin", { iso: "2026-11-22T09:41:05.000Z" }],
    ["1795344065", "seconds", "", { iso: "2026-11-22T10:41:05.000Z" }],
    ["tomorrow", "yyyy-MM-dd", "", "unreadable"],
  ])("%s by %s in zone %j", (sample, format, zone, reading) => expect(readDate(sample, format, zone)).toEqual(reading));

  test.each([
    ["bb", ""],
    ["yyyy", "Nowhere"],
  ])("format %s and zone %j are refused in words", (format, zone) =>
    expect(readDate("2026", format, zone)).toEqual({ problem: expect.stringMatching(/./) }),
  );
});
