import { expect, test } from "vitest";
import { delimiterReader } from "./csv-delimiter.ts";

test.each<[string, string, string | undefined]>([
  ["commas", "email,first_name\n", ","],
  ["semicolons", "email;first_name;last_name\r\na,b,c,d,e;;\r\n", ";"],
  ["tabs", "email\tfirst_name\n", "\t"],
  ["one column", "email\na;b;c\n", ","],
  ["as many of both", "a;b,c\n", ","],
  ["more of one", "a;b;c,d\n", ";"],
  ["others within quotations", '"a,b,c";"d ""x"", y, z";e\n', ";"],
  ["a line break within a quotation", '"a\n,,";b\n', ";"],
  ["quotation marks within a cell", 'size 5";b,c"";d\n', ";"],
  ["empty lines before it", "\n\r\na;b\n", ";"],
  ["a byte order mark", '\ufeff"a,b";c\n', ";"],
  ["a header that does not end", "a;b", undefined],
  ["a quotation that does not end", '"a;b\n', undefined],
  ["nothing", "", undefined],
])("the delimiter of a table with %s, in one piece and in pieces", (_, text, delimiter) => {
  expect(delimiterReader()(text)).toBe(delimiter);
  const read = delimiterReader();
  expect([...text].map((sign) => read(sign)).find((found) => found !== undefined)).toBe(delimiter);
});
