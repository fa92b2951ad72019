import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sendOnce } from "./send-once.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const MADE = { status: 200, headers: { "idempotency-key": "any" } };

/** The key that a change was sent with, and its response. */
async function send(change: string, respond: () => Response | Promise<Response>) {
  let key: string | undefined;
  const sending = sendOnce(change, async (headers) => {
    key = headers["idempotency-key"];
    return respond();
  });
  const response = await sending.catch((error: Error) => error.message);
  return { key, response };
}

const ok = () => new Response("made", MADE);
const lost = () => Promise.reject(new TypeError("Failed to fetch"));
const broken = () =>
  new Response(new ReadableStream({ start: (body) => body.error(new TypeError("network error")) }), MADE);

test.each([
  ["no response came", lost],
  ["the response broke off", broken],
  ["a proxy responded instead of the server", () => new Response("Bad Gateway", { status: 502 })],
])("a change has the same key again if %s, until the server confirms it", async (_, respond) => {
  const [first, second, third, fourth] = [
    await send("run 1", respond),
    await send("run 1", respond),
    await send("run 1", ok),
    await send("run 1", ok),
  ];
  expect(first.key).toMatch(/^[0-9a-f]{32}$/);
  expect([second.key, third.key]).toEqual([first.key, first.key]);
  expect(fourth.key).not.toBe(first.key);
});

test("the caller receives the response, and the error if there is none", async () => {
  const { response } = await send("a", () => new Response("refused", { status: 409, headers: { "x-id": "7" } }));
  const { status, headers } = response as Response;
  expect([status, headers.get("x-id"), await (response as Response).text()]).toEqual([409, "7", "refused"]);
  expect((await send("a", lost)).response).toBe("Failed to fetch");
});

test("another change has a key of its own, as has the same one after five minutes or after another was made", async () => {
  const { key } = await send("b", lost);
  expect((await send("c", lost)).key).not.toBe(key);
  expect((await send("b", lost)).key).toBe(key);
  vi.advanceTimersByTime(5 * 60_000 + 1);
  const later = await send("b", lost);
  expect(later.key).not.toBe(key);
  // The server stores no response to it: it may happen twice, such as saving a draft.
  await send("d", () => new Response("kept", { status: 200 }));
  expect((await send("b", lost)).key).toBe(later.key);
  await send("e", ok);
  expect((await send("b", lost)).key).not.toBe(later.key);
});

test("two that are on their way at once have different keys", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const first = send("f", () => promise);
  const second = await send("f", ok);
  resolve(ok());
  expect((await first).key).not.toBe(second.key);
});

test("a change that was canceled has another key when it is sent again", async () => {
  const canceled = new AbortController();
  const keys: (string | undefined)[] = [];
  const sendCanceled = (signal: AbortSignal) =>
    sendOnce(
      "run canceled",
      async (headers) => {
        keys.push(headers["idempotency-key"]);
        canceled.abort();
        throw new TypeError("aborted");
      },
      signal,
    ).catch(() => undefined);
  await sendCanceled(canceled.signal);
  await sendCanceled(canceled.signal);
  expect(keys[0]).not.toBe(keys[1]);
});
