import { describe, expect, test } from "vitest";
import { columnsIn, columnsOfLine, type Format, formatOf } from "./chosen-file.ts";

test.each<[string, Format]>([
  ["people.csv", "csv"],
  ["PEOPLE.CSV", "csv"],
  ["people.jsonl", "json"],
  ["people.ndjson", "json"],
  ["people", "json"],
])("the format of %s is %s", (name, format) => expect(formatOf({ name })).toBe(format));

describe("the columns of a first line", () => {
  test.each<[string, Format, string, string[]]>([
    ["names", "csv", "id,first_name,email", ["id", "first_name", "email"]],
    ["quoted names", "csv", 'id,"a, b","the ""c"""', ["id", "a, b", 'the "c"']],
    ["spaces and nothing", "csv", " id , ,x", ["id", "x"]],
    ["an empty line", "csv", "", []],
    ["an object", "json", '{"id":1,"a.b":2}', ["id", "a.b"]],
    ["a list", "json", "[1]", []],
    ["no JSON", "json", "id,name", []],
  ])("%s", (_, format, line, columns) => expect(columnsOfLine(line, format)).toEqual(columns));

  test("are read of the beginning of a file, whatever its mark and line breaks", async () => {
    expect(await columnsIn(new Blob(["\uFEFFid,name\r\n1,2\r\n"]), "csv")).toEqual(["id", "name"]);
  });
});
