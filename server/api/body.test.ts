import { expect, test } from "vitest";
import { readBody } from "./body.ts";

const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Request("http://localhost/", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
    duplex: "half",
  } as RequestInit);

test("A21: a body that comes too slowly is 408, and the connection ends", async () => {
  const silent = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array([123])) });
  await expect(readBody(post(silent), 1000, 50)).rejects.toMatchObject({
    kind: "requestTimeout",
    headers: { connection: "close" },
  });
});

test("an announced length over the limit is refused before anything is read", async () => {
  await expect(readBody(post("{}", { "content-length": "2000" }), 1000)).rejects.toMatchObject({ kind: "tooLarge" });
});

test("A21: a body longer than announced is counted all the same", async () => {
  await expect(readBody(post("x".repeat(2000), { "content-length": "10" }), 1000)).rejects.toMatchObject({
    kind: "tooLarge",
  });
});

test("a missing Content-Type counts as JSON", async () => {
  const request = post(new TextEncoder().encode("{}"));
  request.headers.delete("content-type");
  expect(await readBody(request, 1000)).toBe("{}");
});

test("an empty body may be of any type", async () => {
  expect(await readBody(post("", { "content-type": "text/plain" }), 1000)).toBe("");
});
