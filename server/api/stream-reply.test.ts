import { once } from "node:events";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterEach, expect, test, vi } from "vitest";
import { streamReply } from "./stream-reply.ts";

let close = () => {};
afterEach(() => close());

/** Responds to every request with these chunks, and reports how much was read and whether it was cancelled. */
async function serve(chunks: () => AsyncGenerator<Uint8Array>) {
  const seen = { taken: 0, cancelled: false };
  const reply = () => {
    const source = chunks();
    async function* counted() {
      for await (const chunk of source) {
        seen.taken += chunk.length;
        yield chunk;
      }
    }
    const cancel = () => {
      seen.cancelled = true;
    };
    return new Response(streamReply(Object.assign(counted(), { cancel })));
  };
  const server = createServer(getRequestListener(reply)).listen(0, "127.0.0.1");
  await once(server, "listening");
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, seen };
}

async function* endless() {
  for (;;) yield Buffer.alloc(65_536);
}

test("bytes come as they are", async () => {
  const { url, seen } = await serve(async function* () {
    yield Buffer.from("ab");
    yield Buffer.from("cd");
  });
  expect(await (await fetch(url)).text()).toBe("abcd");
  expect(seen.cancelled).toBe(false);
});

test("no more is read than the caller takes; when the caller hangs up the source is cancelled", async () => {
  const { url, seen } = await serve(endless);
  const request = get(url, { agent: false }).on("error", () => {});
  await once(request, "response");
  await expect.poll(() => seen.taken).toBeGreaterThan(0);
  let before = -1;
  while (before !== seen.taken) {
    before = seen.taken;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(seen.taken).toBeLessThan(2 ** 25);
  request.destroy();
  await expect.poll(() => seen.cancelled).toBe(true);
});

test("a source that fails breaks the reply off (E20)", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { url } = await serve(async function* () {
    yield Buffer.alloc(100_000);
    throw new Error("gone");
  });
  await expect(fetch(url).then((reply) => reply.arrayBuffer())).rejects.toThrow();
  vi.restoreAllMocks();
});
