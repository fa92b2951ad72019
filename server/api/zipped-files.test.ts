import { describe, expect, test } from "vitest";
import { readZippedFiles, zipFiles } from "./zipped-files.ts";

const read = async (bytes: Uint8Array) => Object.fromEntries(await readZippedFiles(bytes));
const zipped = (files: Record<string, string>) => zipFiles(new Map(Object.entries(files)));

describe("zip files of definitions", () => {
  test("the same files make the same zip file, and are read from it", async () => {
    const files = { "formulas/Größe/formula.json": '{"a":"ü"}', "formulas/Größe/a.js": "done();" };
    expect(await read(await zipped(files))).toEqual(files);
    expect(Buffer.compare(await zipped(files), await zipped(files))).toBe(0);
  });

  test("other files are not unpacked", async () => {
    expect(await read(await zipped({ "a.json": "{}", "a.png": "x", "__MACOSX/a.json": "x" }))).toEqual({
      "a.json": "{}",
    });
  });

  test("one JSON file needs no zip file", async () => {
    expect(await read(Buffer.from(' {"steps":[]}'))).toEqual({ "file.json": ' {"steps":[]}' });
    expect([...(await readZippedFiles(Buffer.from("{}"), "Sync.JSON")).keys()]).toEqual(["Sync.JSON"]);
  });

  test.each<[string, () => Promise<Uint8Array> | Uint8Array]>([
    ["nothing", () => new Uint8Array()],
    ["text", () => Buffer.from("hello")],
    ["half a zip file", async () => (await zipped({ "a.json": "{}".repeat(1000) })).subarray(0, 60)],
    ["a path out of the folder", async () => renamed(await zipped({ "aa/b.json": "{}" }), "aa/b.json", "../b.json")],
    ["an absolute path", async () => renamed(await zipped({ "aa.json": "{}" }), "aa.json", "/a.json")],
    [
      "content that is not what was zipped",
      async () => renamed(await zipped({ "a.json": noise(2000) }), "\u0000", "\u0001"),
    ],
  ])("%s is refused", async (_, bytes) => {
    await expect(readZippedFiles(await bytes())).rejects.toMatchObject({ kind: "badRequest" });
  });

  test("a bomb is refused before it is unpacked", async () => {
    const bomb = await zipped(
      Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`${at}.json`, " ".repeat(2 ** 23)])),
    );
    expect(bomb.length).toBeLessThan(200_000);
    await expect(readZippedFiles(bomb)).rejects.toMatchObject({ kind: "tooLarge" });
  });

  test("a bomb that lies about its size is stopped at the size that it claims", async () => {
    const bomb = Buffer.from(await zipped({ "a.json": " ".repeat(2 ** 24) }));
    const size = Buffer.alloc(4);
    size.writeUInt32LE(2 ** 24);
    const claimed = Buffer.from([10, 0, 0, 0]);
    for (let at = bomb.indexOf(size); at >= 0; at = bomb.indexOf(size)) claimed.copy(bomb, at);
    await expect(readZippedFiles(bomb)).rejects.toMatchObject({ kind: "badRequest" });
  });

  test("too many files are refused", async () => {
    const many = await zipped(Object.fromEntries(Array.from({ length: 5001 }, (_, at) => [`${at}.json`, "{}"])));
    await expect(readZippedFiles(many)).rejects.toMatchObject({ kind: "tooLarge" });
  });
});

const noise = (length: number) =>
  Array.from({ length }, (_, at) => String.fromCharCode(33 + ((at * 7919) % 90))).join("");

function renamed(bytes: Uint8Array, from: string, to: string): Uint8Array {
  return Buffer.from(Buffer.from(bytes).toString("latin1").replaceAll(from, to), "latin1");
}
