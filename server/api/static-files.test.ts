import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createStaticFiles } from "./static-files.ts";

const SCRIPT = `console.log("${"a".repeat(2000)}")`;

let folder: string;
let files: Hono;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "formulary-static-"));
  const chunks = path.join(folder, "static/chunks");
  await mkdir(chunks, { recursive: true });
  await writeFile(path.join(chunks, "a.js"), SCRIPT);
  await writeFile(path.join(chunks, "a.js.br"), brotliCompressSync(SCRIPT));
  await writeFile(path.join(chunks, "a.js.gz"), gzipSync(SCRIPT));
  await writeFile(path.join(chunks, "small.css"), "a {}");
  await writeFile(path.join(chunks, "a.woff2"), "font");
  await writeFile(path.join(folder, "secret.js"), "of the server");
  files = createStaticFiles(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const get = (file: string, encodings = "", method = "GET") =>
  files.request(`/_next/static/${file}`, { method, headers: { "accept-encoding": encodings } });

test.each([
  ["chunks/a.js", "gzip, deflate, br, zstd", "br"],
  ["chunks/a.js", "gzip, deflate", "gzip"],
  ["chunks/a.js", "", null],
  ["chunks/small.css", "gzip, br", null],
  ["chunks/a.woff2", "gzip, br", null],
])("%s for a browser that reads %j is sent with the encoding %s", async (file, encodings, encoding) => {
  const reply = await get(file, encodings);
  expect(reply.status).toBe(200);
  expect(reply.headers.get("content-encoding")).toBe(encoding);
  expect(reply.headers.get("vary")).toBe("Accept-Encoding");
  expect(reply.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(reply.headers.get("content-security-policy")).toContain("script-src 'self';");
});

test("the content is that of the file, and its type is known", async () => {
  const plain = await get("chunks/a.js");
  expect(await plain.text()).toBe(SCRIPT);
  expect(plain.headers.get("content-type")).toMatch(/^text\/javascript/);
  expect(Buffer.from(await (await get("chunks/a.js", "br")).arrayBuffer())).toEqual(brotliCompressSync(SCRIPT));
  expect((await get("chunks/a.js", "br", "HEAD")).headers.get("content-encoding")).toBe("br");
});

test.each([
  "chunks/b.js",
  "chunks",
  "",
  "../secret.js",
  "..%2fsecret.js",
  "%2e%2e/secret.js",
  "chunks/..%5c..%5csecret.js",
])("%j is no file of the screens", async (file) => expect((await get(file, "br")).status).toBe(404));

test("files are only read", async () => expect((await get("chunks/a.js", "", "POST")).status).toBe(404));
