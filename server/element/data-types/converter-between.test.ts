import { describe, expect, test } from "vitest";
import { converterBetween } from "./converter-between.ts";

const convert = (from: string, to: string, value: unknown) => converterBetween("size", from, to)?.(value) ?? value;

describe("dataType into vendorDataType", () => {
  test.each<[string, string, unknown, unknown]>([
    ["string", "integer", "12", 12],
    ["string", "integer", " -12 ", -12],
    ["integer", "integer", 12, 12],
    ["string", "long", "9007199254740993", "9007199254740993"],
    ["string", "float", "1.5", 1.5],
    ["string", "double", "1e3", 1000],
    ["double", "double", 2.5, 2.5],
    ["string", "boolean", "yes", true],
    ["string", "boolean", "No", false],
    ["integer", "boolean", 1, true],
    ["string", "boolean", "false", false],
    ["boolean", "boolean", true, true],
    ["integer", "string", 12, "12"],
    ["object", "string", { a: 1 }, '{"a":1}'],
    ["string", "string", { a: 1 }, { a: 1 }],
    ["string", "password", 12, "12"],
    ["dateTime", "date", "2020-01-02T23:00:00-02:00", "2020-01-03"],
    ["date", "dateTime", "2020-01-02", "2020-01-02T00:00:00.000Z"],
    ["string", "dateTime", "2020-01-02T10:00:00+01:00", "2020-01-02T10:00:00+01:00"],
    ["string", "dateTime", "2020-01-02 10:00:00", "2020-01-02T10:00:00.000Z"],
    ["dateTime", "long", "1970-01-01T00:00:01Z", 1000],
    ["date", "integer", "1970-01-02", 86_400_000],
    ["long", "dateTime", 100_000, "1970-01-01T00:01:40.000Z"],
    ["string", "byte", "Zoë", "Wm/Dqw=="],
    ["byte", "binary", "Wm/Dqw==", "Wm/Dqw=="],
    ["string", "integer", ["1", "2"], [1, 2]],
    ["string", "integer", null, null],
    ["contact", "person", { a: 1 }, { a: 1 }],
    ["string", "file", "x", "x"],
    ["STRING", "Integer", "1", 1],
  ])("%s → %s: %j → %j", (from, to, value, expected) => {
    expect(convert(from, to, value)).toEqual(expected);
  });

  test.each<[string, string, unknown]>([
    ["string", "integer", "twelve"],
    ["string", "integer", "1.5"],
    ["string", "integer", 1.5],
    ["string", "integer", {}],
    ["string", "double", "1,5"],
    ["string", "double", "1e999"],
    ["string", "boolean", "maybe"],
    ["string", "date", "tomorrow"],
    ["string", "date", "2020-13-01"],
    ["string", "dateTime", "2020-01-01T99:00:00Z"],
    ["date", "long", "soon"],
    ["byte", "byte", "not base64!"],
    ["string", "boolean", "constructor"],
  ])("refuses %s → %s: %j", (from, to, value) => {
    expect(() => convert(from, to, value)).toThrow(/^size: .* is not of type /);
  });
});
