import { describe, expect, test } from "vitest";
import type { FilePart, MultipartForm } from "#server/element/ports.ts";
import { encodeForm } from "./multipart-form.ts";

const file = (fileName: string, content = "x", changes: Partial<FilePart> = {}): FilePart => ({
  fileName,
  contentType: "text/plain",
  bytes: (async function* () {
    yield Buffer.from(content);
  })(),
  ...changes,
});

async function written(...parts: MultipartForm["parts"]) {
  const form = encodeForm({ parts });
  const chunks: Uint8Array[] = [];
  for await (const chunk of form.bytes) chunks.push(chunk);
  return { ...form, text: Buffer.concat(chunks).toString() };
}

test("fields and files follow each other, and other readers agree", async () => {
  const { contentType, text, length } = await written(
    ["a", "1ü"],
    ["file", file("ü.txt", "content", { size: 7 })],
    ["b", ""],
  );
  expect(length).toBe(Buffer.byteLength(text));
  const form = await new Response(text, { headers: { "content-type": contentType } }).formData();
  expect([form.get("a"), form.get("b")]).toEqual(["1ü", ""]);
  const read = form.get("file") as File;
  expect([read.name, read.type, await read.text()]).toEqual(["ü.txt", "text/plain", "content"]);
});

test("the length is unknown when that of a file is", async () => {
  expect((await written(["file", file("a")])).length).toBeUndefined();
});

describe("names (E21)", () => {
  test.each([
    ["../../x", 'filename="x"'],
    ["..\\..\\x", 'filename="x"'],
    ['a"b', 'filename="a%22b"'],
    ["a\r\nevil: 1", 'filename="a%0D%0Aevil: 1"'],
    ["a\0b", 'filename="a%00b"'],
    ["", 'filename=""'],
  ])("of a file: %j", async (name, shown) => {
    const { text } = await written(["f", file(name)]);
    expect(text.split("\r\n").slice(1, 4)).toEqual([
      `content-disposition: form-data; name="f"; ${shown}`,
      "content-type: text/plain",
      "",
    ]);
  });

  test("of a field: a line break and a quote are encoded", async () => {
    expect((await written(['a"\r\nb', "1"])).text).toContain('name="a%22%0D%0Ab"\r\n\r\n1\r\n');
  });

  test.each<[string, () => unknown]>([
    ["a file name of 10 KB", () => encodeForm({ parts: [["f", file("a".repeat(10_000))]] })],
    ["a field name of 10 KB", () => encodeForm({ parts: [["a".repeat(10_000), ""]] })],
    [
      "a content type with a line break",
      () => encodeForm({ parts: [["f", file("a", "", { contentType: "a/b\r\nevil: 1" })]] }),
    ],
    ["a content type that is none", () => encodeForm({ parts: [["f", file("a", "", { contentType: "a" })]] })],
  ])("%s is refused", (_, encode) => {
    expect(encode).toThrow(expect.objectContaining({ name: "Failure", kind: "badRequest" }));
  });
});
