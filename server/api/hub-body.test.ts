import { once } from "node:events";
import { request as connect, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FilePart, isFilePart } from "#server/element/ports.ts";
import { Failure } from "#server/errors.ts";
import { readHubBody } from "./hub-body.ts";

type HubBody = Awaited<ReturnType<typeof readHubBody>>;

/** A parsed body, with its files read. */
type ReadBody = { body?: unknown; form?: Record<string, unknown>; stream?: unknown; refused?: unknown };

let url: string;
let bodyRead: PromiseWithResolvers<ReadBody>;
let onFile: ((file: FilePart) => Promise<unknown>) | undefined;
/** Requests use a real connection, as streams only behave like this there. */
const server = createServer(
  getRequestListener(async (request) => {
    const reading = bodyRead;
    try {
      const read = await readPartsOf(await readHubBody(request));
      reading.resolve(read);
      return Response.json(read);
    } catch (error) {
      if (!(error instanceof Failure)) reading.reject(error);
      reading.resolve({ refused: error });
      return new Response("refused", { status: 400 });
    }
  }),
);

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => server.close());

async function readPartsOf({ body, form, stream }: HubBody): Promise<ReadBody> {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(form ?? {})) {
    fields[name] = isFilePart(value) ? await readFileOf(value) : value;
  }
  return { body, ...(form && { form: fields }), ...(stream && { stream: await readFileOf(stream) }) };
}

async function readFileOf(file: FilePart) {
  if (onFile) return onFile(file);
  const { fileName, contentType, size, bytes } = file;
  const hashed: Uint8Array[] = [];
  for await (const chunk of bytes) hashed.push(chunk);
  const content = Buffer.concat(hashed);
  return { fileName, contentType, size, content: content.length > 100 ? content.length : content.toString() };
}

/** Sends a body, in pieces if it is a list, and closes the connection after them with `breakOff`. */
async function send(
  type: string | null,
  body: string | Buffer | (string | Buffer)[],
  { headers = {}, breakOff = false, file = undefined as typeof onFile } = {},
): Promise<ReadBody> {
  bodyRead = Promise.withResolvers();
  onFile = file;
  const request = connect(url, {
    agent: false,
    method: "POST",
    headers: { ...(type !== null && { "content-type": type }), ...headers },
  });
  request.on("error", () => {});
  request.on("response", (response) => response.resume());
  if (Array.isArray(body)) {
    for (const piece of body) await new Promise((resolve) => request.write(piece, resolve));
    if (breakOff) request.destroy();
    else request.end();
  } else request.end(body);
  return bodyRead.promise;
}

const FORM = "multipart/form-data; boundary=XX";
const field = (name: string, value: string) =>
  `--XX\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (name: string, fileName: string, content: string, type = "text/plain") =>
  `--XX\r\ncontent-disposition: form-data; name="${name}"; filename="${fileName}"\r\ncontent-type: ${type}\r\n\r\n${content}\r\n`;
const END = "--XX--\r\n";
const LARGE = "x".repeat(3 * 2 ** 20);

describe("accepted bodies", () => {
  test.each<[string, string | null, string | Buffer, object]>([
    ["JSON", "application/json", '{"a":[1]}', { body: { a: [1] } }],
    ["JSON by its suffix", "application/vnd.api+json", "5", { body: 5 }],
    ["no type counts as JSON", null, "[]", { body: [] }],
    ["ids beyond 2^53 stay exact", "application/json", "12345678901234567", { body: "12345678901234567" }],
    ["nothing", "application/json", "", {}],
    ["XML stays text", "application/soap+xml; charset=utf-8", "<a/>", { body: "<a/>" }],
    ["text in its charset", "text/plain; charset=ISO-8859-1", Buffer.from([0xfc]), { body: "ü" }],
    ["a form", "application/x-www-form-urlencoded", "a=1&b=%C3%BC+&a=2&__proto__=x", { form: { a: "2", b: "ü " } }],
    [
      "bytes pass through",
      "image/png",
      "abc",
      { stream: { fileName: "", contentType: "image/png", size: 3, content: "abc" } },
    ],
    ["a form of another kind passes through", "multipart/related; boundary=XX", "abc", { stream: { content: "abc" } }],
  ])("%s", async (_, type, body, expected) => {
    expect(await send(type, body)).toMatchObject(expected);
  });

  test("bytes whose length is not announced have no size", async () => {
    expect(await send("application/zip", ["a", "b"])).toMatchObject({ stream: { content: "ab", size: undefined } });
  });

  test.each<[string, string, object]>([
    [
      "fields and a file",
      field("a", "1") + file("file", "ü.txt", "content") + END,
      { form: { a: "1", file: { fileName: "ü.txt", contentType: "text/plain", size: 7, content: "content" } } },
    ],
    [
      "fields after a small file",
      file("file", "f", "c") + field("a", "1") + END,
      { form: { a: "1", file: { content: "c" } } },
    ],
    [
      "several small files",
      file("f", "1", "one") + file("g", "2", "") + END,
      { form: { f: { content: "one" }, g: { content: "", size: 0 } } },
    ],
    [
      "a large file at the end",
      field("a", "1") + file("file", "f", LARGE) + END,
      { form: { a: "1", file: { content: LARGE.length, size: undefined } } },
    ],
    ["no parts", END, { form: {} }],
    ["a field __proto__ is dropped", field("__proto__", "1") + field("a", "2") + END, { form: { a: "2" } }],
    [
      "a path is cut off a file's name (E21)",
      file("f", "../../x", "") + file("g", "C:\\\\a\\\\y", "") + END,
      { form: { f: { fileName: "x" }, g: { fileName: "y" } } },
    ],
  ])("a multipart form: %s", async (_, body, expected) => {
    expect(await send(FORM, body)).toMatchObject(expected);
    expect(
      await send(FORM, [...Array.from({ length: 50 }, (_, index) => body[index] ?? ""), body.slice(50)]),
    ).toMatchObject(expected);
  });
});

describe("refused bodies", () => {
  test.each<[string, string | null, string | Buffer | string[], object]>([
    ["invalid JSON", "application/json", "{", { kind: "badRequest" }],
    ["a compressed body", "application/json", "x", { kind: "unsupportedMediaType" }],
    ["an unknown charset", "text/plain; charset=klingon", "x", { kind: "unsupportedMediaType" }],
    ["bytes that are not of the charset", "text/plain", Buffer.from([0xff]), { kind: "badRequest" }],
    ["values of more than 8 MB", "application/json", `"${"x".repeat(2 ** 23)}"`, { kind: "tooLarge" }],
    ["text of more than 8 MB", "text/xml", "x".repeat(2 ** 23 + 1), { kind: "tooLarge" }],
    ["a field of more than 8 MB", FORM, field("a", "x".repeat(2 ** 23 + 1)) + END, { kind: "tooLarge" }],
    [
      "fields that together are more",
      FORM,
      Array.from({ length: 9 }, (_, index) => field(`a${index}`, "x".repeat(2 ** 20))).join("") + END,
      { kind: "tooLarge" },
    ],
    ["101 parts", FORM, field("a", "").repeat(101) + END, { kind: "tooLarge" }],
    ["a name of 10 KB", FORM, field("a".repeat(10_000), "") + END, { kind: "tooLarge" }],
    ["a file name of 10 KB (E21)", FORM, file("a", "b".repeat(10_000), "") + END, { kind: "tooLarge" }],
    ["a form without boundary", "multipart/form-data", "x", { kind: "badRequest" }],
    ["a form that is none", FORM, "abc", { kind: "badRequest" }],
    ["a form that ends early", FORM, field("a", "1"), { kind: "badRequest" }],
    ["a small file that ends early", FORM, file("a", "b", "c"), { kind: "badRequest" }],
    ["a large file that ends early", FORM, file("a", "b", LARGE), { kind: "badRequest" }],
    [
      "a field after a large file",
      FORM,
      file("a", "b", LARGE) + field("c", "1") + END,
      { kind: "badRequest", message: expect.stringContaining('"c" after a large file') },
    ],
    ["a file after a large file", FORM, file("a", "b", LARGE) + file("c", "d", LARGE) + END, { kind: "badRequest" }],
  ])("%s", async (name, type, body, expected) => {
    const headers = name === "a compressed body" ? { "content-encoding": "gzip" } : {};
    expect((await send(type, body, { headers })).refused).toMatchObject({ name: "Failure", ...expected });
  });

  test.each<[string, string, string[]]>([
    ["bytes", "image/png", ["abc"]],
    ["a large file", FORM, [file("a", "b", LARGE).slice(0, 2 ** 21)]],
    ["a small file", FORM, [file("a", "b", "content")]],
  ])("%s that break off with the connection are never whole (E20)", async (_, type, pieces) => {
    expect((await send(type, pieces, { breakOff: true })).refused).toMatchObject({ kind: "badRequest" });
  });
});

test.each<[string, string, string]>([
  ["bytes", "image/png", ""],
  ["a large file", FORM, file("a", "b", LARGE)],
])("%s that nobody reads hold the sender back; cancelled they end", async (_, type, begin) => {
  let written = 0;
  bodyRead = Promise.withResolvers();
  const stopped = Promise.withResolvers<void>();
  onFile = async ({ bytes }) => {
    await stopped.promise;
    (bytes as unknown as { cancel: () => void }).cancel();
    return "cancelled";
  };
  const request = connect(url, { agent: false, method: "POST", headers: { "content-type": type } });
  request.on("error", () => {});
  const pending = once(request, "response");
  request.write(begin);
  const chunk = Buffer.alloc(65_536);
  while (request.write(chunk) || (await Promise.race([once(request, "drain"), silence()]))) written += chunk.length;
  expect(written).toBeLessThan(2 ** 26);
  stopped.resolve();
  const [{ statusCode }] = await pending;
  expect(statusCode).toBe(200);
  request.destroy();
});

const silence = () => new Promise<false>((resolve) => setTimeout(() => resolve(false), 300));
