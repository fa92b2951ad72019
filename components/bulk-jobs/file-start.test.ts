import { expect, test } from "vitest";
import { columnsIn, identifiersIn, readStart } from "./file-start.ts";

test.each<[string, string, string[]]>([
  ["a header", "last_name,email\r\nA,b\r\n", ["last_name", "email"]],
  ["quoted names", '"a ""b""","c,\nd", e \n1,2,3\n', ['a "b"', "c,\nd", "e"]],
  ["empty lines before it", "\n\nname\n1\n", ["name"]],
  ["semicolons", "email;first_name;last, name\r\n", ["email", "first_name", "last, name"]],
  ["tabs", 'email\t"a\tb"\n', ["email", "a\tb"]],
  ["a header that does not end", "last_name,em", []],
  ["a quotation that does not end", '"last_name,email\n1,2\n', []],
  ["nothing", "", []],
])("columns of CSV: %s", (_, text, columns) => expect(columnsIn(text, "csv")).toEqual(columns));

test.each<[string, string, string[]]>([
  ["lines", '{"a":1,"b":{"c":2}}\n{"d":1}\n', ["a", "b"]],
  ["an array in lines", '[\n  {"a":1},\n  {"b":2}\n]', ["a"]],
  ["an array of one", '[{"a":1}]', ["a"]],
  ["a line that does not end", '{"a":1,"b', []],
  ["no objects", "1\n2\n", []],
])("fields of JSON: %s", (_, text, columns) => expect(columnsIn(text, "json")).toEqual(columns));

test("fields within others identify no row", () => {
  expect(identifiersIn(["email", "address.city", "tags[0]", ""])).toEqual(["email"]);
});

test.each([
  ["UTF-8 with a byte order mark", Buffer.from("\ufeffGröße\n")],
  ["UTF-16", Buffer.from("\ufeffGröße\n", "utf16le")],
  ["UTF-16, big endian", Buffer.from("\ufeffGröße\n", "utf16le").swap16()],
])("%s is read", async (_, bytes) => {
  const { text } = await readStart(new Blob([bytes]));
  expect(columnsIn(text, "csv")).toEqual(["Größe"]);
});

test("a workbook has no rows that can be read, and only the start of a file is read", async () => {
  const { problem } = await readStart(new Blob([Buffer.from("PK\x03\x04...")]));
  expect(problem).toContain("an Excel workbook");
  expect((await readStart(new Blob(["x".repeat(200_000)]))).text).toHaveLength(64 * 1024);
});
