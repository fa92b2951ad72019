import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { aDemoProvider, type DemoProvider } from "#server/testing/demo-provider.ts";
import { CREDENTIALS } from "./credentials.ts";

let provider: DemoProvider;
beforeAll(async () => {
  provider = await aDemoProvider();
});
afterAll(() => provider.close());
beforeEach(() => provider.reset());

const people = (signal?: AbortSignal) =>
  fetch(`${provider.url}/beacon/v2/people?per_page=1`, {
    headers: { "x-beacon-key": CREDENTIALS.beacon.apiKey },
    ...(signal && { signal }),
  });
const statuses = async (count: number) => {
  const found: number[] = [];
  for (let call = 0; call < count; call++) found.push((await people()).status);
  return found;
};

test.each([429, 500, 503])("responds with %i to every third request", async (status) => {
  await provider.dial("beacon", { everyNth: { n: 3, status } });
  expect(await statuses(6)).toEqual([200, 200, status, 200, 200, status]);
});

test("429 has Retry-After", async () => {
  await provider.dial("beacon", { everyNth: { n: 1, status: 429 } });
  expect((await people()).headers.get("retry-after")).toBe("1");
});

test("malformed JSON comes with a status that promises well", async () => {
  await provider.dial("beacon", { everyNth: { n: 1, malformed: true } });
  const reply = await people();
  expect(reply.status).toBe(200);
  await expect(reply.json()).rejects.toThrow(SyntaxError);
});

test("a reset cuts the connection", async () => {
  await provider.dial("beacon", { everyNth: { n: 1, reset: true } });
  await expect(people()).rejects.toThrow("fetch failed");
});

test("a timeout never responds while the client waits", async () => {
  await provider.dial("beacon", { everyNth: { n: 2, timeout: true } });
  expect((await people()).status).toBe(200);
  await expect(people(AbortSignal.timeout(150))).rejects.toMatchObject({ name: "TimeoutError" });
});

test("latency is added to every call", async () => {
  await provider.dial("beacon", { latencyMs: 60 });
  const before = performance.now();
  await people();
  expect(performance.now() - before).toBeGreaterThanOrEqual(55);
});

test("turns one provider, and no other, until it is reset", async () => {
  await provider.dial("mail", { everyNth: { n: 1, status: 500 } });
  expect(await statuses(2)).toEqual([200, 200]);
  await provider.reset();
  expect((await (await fetch(`${provider.url}/_dial`)).json()).mail).toMatchObject({ latencyMs: 0, everyNth: null });
});

test.each([
  ["beacon", { latency: 3 }, "latency"],
  ["beacon", { latencyMs: -1 }, "latencyMs"],
  ["beacon", { everyNth: { n: 0, status: 500 } }, "everyNth.n"],
  ["beacon", { everyNth: { n: 2 } }, "everyNth"],
  ["beacon", { everyNth: { n: 2, status: 500, reset: true } }, "everyNth"],
  ["nobody", { latencyMs: 1 }, "nobody"],
])("refuses %s %j and says why", async (name, settings, words) => {
  const headers = { "content-type": "application/json" };
  const reply = await fetch(`${provider.url}/_dial/${name}`, {
    method: "PUT",
    headers,
    body: JSON.stringify(settings),
  });
  expect(reply.status).toBe(name === "nobody" ? 404 : 400);
  expect((await reply.json()).message).toContain(words);
});
