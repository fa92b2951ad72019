import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { mostBytesHeld } from "#server/testing/memory.ts";
import { textOfFile } from "./bulk-file-text.ts";
import type { ReadRow } from "./formats/bulk-format.ts";
import { bulkFormatOf } from "./formats/registry.ts";

async function* pieces(bytes: Uint8Array, size = 1000): AsyncGenerator<Uint8Array, undefined> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function rowsOf(format: string, bytes: AsyncIterable<Uint8Array>): Promise<ReadRow[]> {
  const rows: ReadRow[] = [];
  for await (const row of bulkFormatOf(format).read(textOfFile(bytes), { escapes: true })) rows.push(row);
  return rows;
}

const bigEndian = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le").swap16();

describe("J01: files of uploads", () => {
  test.each<[string, Uint8Array]>([
    ["UTF-8", Buffer.from("name,city\nGröße,東京\n")],
    ["UTF-8 with a byte order mark", Buffer.from("\ufeffname,city\nGröße,東京\n")],
    ["UTF-16, little endian", Buffer.from("\ufeffname,city\nGröße,東京\n", "utf16le")],
    ["UTF-16, big endian", bigEndian("name,city\nGröße,東京\n")],
  ])("%s is read, also where a piece ends within a character", async (_, bytes) => {
    for (const size of [1, 3, 1000])
      expect(await rowsOf("csv", pieces(bytes, size))).toEqual([{ row: 1, value: { name: "Größe", city: "東京" } }]);
  });

  test.each(["csv", "json"])("a line of 256 MB in %s is refused without being held", async (format) => {
    const chunk = Buffer.alloc(1024 * 1024, "x");
    async function* line(): AsyncGenerator<Uint8Array, undefined> {
      yield Buffer.from(format === "csv" ? "name\n" : '{"name":"');
      for (let count = 0; count < 256; count++) {
        await nextTurn();
        yield chunk;
      }
    }
    const most = await mostBytesHeld(async () => {
      const rows = await rowsOf(format, line()).catch((error: Error) => error.message);
      expect(JSON.stringify(rows)).toMatch(/longer than 1 MB|maximum|larger/i);
    });
    expect(most).toBeLessThan(16 * 1024 * 1024);
  });

  test.each([
    ["in the header", '"name,city\na,b\n', "The header of the file cannot be read: a quotation does not end."],
    ["in the first row", 'name,city\n"a,b\n', "Row 1 of the file cannot be read: a quotation does not end."],
    ["in the third row", 'name,city\na,b\nc,d\n"e,f\n', "Row 3 of the file cannot be read: a quotation does not end."],
  ])("a quotation that begins %s and does not end is named where it is", async (_, file, message) => {
    for (const size of [1, 1000])
      await expect(rowsOf("csv", pieces(Buffer.from(file), size))).rejects.toMatchObject({
        message: expect.stringContaining(message),
      });
  });

  test.each([
    ["100,000 columns", 100_000, /10,?000 columns/],
    ["a header of a million columns", 1_000_000, /longer than 1 MB/],
  ])("%s are refused with the limit", async (_, columns, limit) => {
    const header = Buffer.from(`${Array.from({ length: columns }, (_, at) => `c${at}`).join(",")}\n1\n`);
    await expect(rowsOf("csv", pieces(header, 65_536))).rejects.toMatchObject({
      message: expect.stringMatching(limit),
    });
  });
});
