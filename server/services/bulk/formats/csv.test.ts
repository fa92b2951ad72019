import { expect, test } from "vitest";
import type { ReadRow } from "./bulk-format.ts";
import { csv } from "./csv.ts";

async function rowsOf(text: string): Promise<ReadRow[]> {
  async function* whole() {
    yield text;
  }
  const rows: ReadRow[] = [];
  for await (const row of csv.read(whole(), { escapes: true })) rows.push(row);
  return rows;
}

const valuesOf = async (text: string) => (await rowsOf(text)).map((row) => ("value" in row ? row.value : row.problem));

test.each([
  ["a field and a part of it", "name,address.city,address\nBob,Bern,x\n", '"address" and "address.city"'],
  ["the other way round", "address,address.city\nx,Bern\n", '"address" and "address.city"'],
  ["a list and an entry of it", "tags,tags[0]\nx,y\n", '"tags" and "tags[0]"'],
])("a row with values for %s is refused, as one of them would be lost", async (_, text, named) => {
  expect(await valuesOf(text)).toEqual([
    expect.stringMatching(new RegExp(`^Line 2 has values for ${named.replace(/[[\]]/g, "\\$&")},`)),
  ]);
});

test("a row with one of both is read", async () => {
  expect(await valuesOf("id,address,address.city\n1,x,\n2,,Bern\n")).toEqual([
    { id: "1", address: "x" },
    { id: "2", address: { city: "Bern" } },
  ]);
});

test("columns that name the same field in two ways are refused", async () => {
  await expect(rowsOf("a.b,a['b']\n1,2\n")).rejects.toThrow("is twice in the header");
});

test("rows without any value are no rows", async () => {
  expect(await rowsOf("a,b\n1,2\n,\n\n,\n3,\n,,\n")).toEqual([
    { row: 1, value: { a: "1", b: "2" } },
    { row: 2, value: { a: "3" } },
  ]);
});

test.each([
  ["semicolons", 'email;first_name;note\r\na@b.c;Ann;"1,5; x"\r\n'],
  ["tabs", 'email\tfirst_name\tnote\na@b.c\tAnn\t"1,5; x"\n'],
  ["commas", 'email,first_name,note\na@b.c,Ann,"1,5; x"\n'],
  ["a byte order mark", '\ufeff"email";"first_name";"note"\na@b.c;Ann;"1,5; x"\n'],
])("cells are separated by what the header has: %s", async (_, text) => {
  expect(await valuesOf(text)).toEqual([{ email: "a@b.c", first_name: "Ann", note: "1,5; x" }]);
});

test("the header is found although it arrives in pieces, and a table without rows has none", async () => {
  async function* pieces() {
    for (const sign of "a;b\n1;2\n3;4\n") yield sign;
  }
  const rows: ReadRow[] = [];
  for await (const row of csv.read(pieces(), { escapes: true })) rows.push(row);
  expect(rows.map((row) => ("value" in row ? row.value : row))).toEqual([
    { a: "1", b: "2" },
    { a: "3", b: "4" },
  ]);
  expect(await rowsOf("a;b")).toEqual([]);
  expect(await rowsOf("")).toEqual([]);
});

const TEXTS = [
  "+49 30",
  "-x",
  "=cmd()",
  "@home",
  "-5",
  "'+49",
  "''=a",
  "'quoted'",
  "'",
  "'-5",
  "O'Neil",
  "\tindented",
  "＝wide",
];

test.each([true, false])("the values of our own file are read as they were, escaped: %s", async (escapes) => {
  const rows = TEXTS.map((text) => ({ "@type": text, id: "1" }));
  const options = { columns: ["@type", "id"], isNative: true, escapes };
  async function* file() {
    yield csv.head(options) + csv.write(rows, options);
  }
  const read = [];
  for await (const row of csv.read(file(), { escapes })) read.push("value" in row && row.value);
  expect(read).toEqual(rows);
});
