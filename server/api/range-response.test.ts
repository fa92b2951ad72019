import { expect, test } from "vitest";
import { rangeResponse } from "./range-response.ts";

const CONTENT = Buffer.from("0123456789");
const content = (bytes = CONTENT) => ({
  bytes: bytes.length,
  tag: "a",
  read: async ({ from, to }: { from: number; to: number }) => bytes.subarray(from, to),
});
const respond = async (headers: Record<string, string>, { method = "GET", bytes = CONTENT } = {}) => {
  const request = new Request("http://localhost", { method, headers });
  const response = await rangeResponse(request, content(bytes), "text/plain");
  let text = "";
  for await (const part of response.bytes) text += Buffer.from(part);
  return { status: response.status ?? 200, text, headers: response.headers };
};

test.each([
  ["bytes=0-3", "0123", "0-3"],
  ["bytes=4-4", "4", "4-4"],
  ["bytes=7-", "789", "7-9"],
  ["bytes=7-1000", "789", "7-9"],
  ["bytes=-3", "789", "7-9"],
  ["bytes=-1000", "0123456789", "0-9"],
  ["Bytes = 0-0", "0", "0-0"],
])("%s is a part", async (range, text, place) => {
  const response = await respond({ range });
  expect(response).toMatchObject({ status: 206, text });
  expect(response.headers).toMatchObject({
    "content-range": `bytes ${place}/10`,
    "content-length": String(text.length),
    "accept-ranges": "bytes",
    etag: '"a"',
  });
});

test.each([
  [{}],
  [{ range: "bytes=0-1,3-4" }],
  [{ range: "bytes=3-1" }],
  [{ range: "bytes=-" }],
  [{ range: "bytes=a-b" }],
  [{ range: "lines=0-1" }],
  [{ range: "bytes=0-1", "if-range": '"b"' }],
  [{ range: "bytes=0-1", "if-range": 'W/"a"' }],
  [{ range: "bytes=0-1", "if-range": "Wed, 21 Oct 2026 07:28:00 GMT" }],
])("%o is the whole", async (headers) => {
  const response = await respond(headers as Record<string, string>);
  expect(response).toMatchObject({ status: 200, text: "0123456789" });
  expect(response.headers).toMatchObject({ "content-length": "10", "accept-ranges": "bytes" });
  expect(response.headers).not.toHaveProperty("content-range");
});

test("a range is sent if the client has the same version, and only for GET", async () => {
  const headers = { range: "bytes=0-1", "if-range": '"a"' };
  expect(await respond(headers)).toMatchObject({ status: 206, text: "01" });
  expect(await respond(headers, { method: "HEAD" })).toMatchObject({
    status: 200,
    headers: { "content-length": "10" },
  });
});

test.each(["bytes=10-", "bytes=10-20", "bytes=-0", "bytes=99999999999999999999-"])("%s is refused", async (range) => {
  await expect(respond({ range })).rejects.toMatchObject({
    kind: "rangeNotSatisfiable",
    message: "Range: the value has 10 bytes. Request a range that begins before its end.",
    headers: { "content-range": "bytes */10" },
  });
});

test("an empty value has no range, except for the last bytes, which are all of it", async () => {
  const bytes = Buffer.alloc(0);
  await expect(respond({ range: "bytes=0-" }, { bytes })).rejects.toMatchObject({ kind: "rangeNotSatisfiable" });
  expect(await respond({ range: "bytes=-5" }, { bytes })).toMatchObject({ status: 200, text: "" });
});

test("a long value is read part by part", async () => {
  const bytes = Buffer.alloc(1_000_000, "0123456789");
  const response = await respond({ range: "bytes=5-900004" }, { bytes });
  expect(response.text).toBe(bytes.subarray(5, 900_005).toString());
});
