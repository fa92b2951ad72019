import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anElement } from "#server/testing/elements.ts";
import { aFormula } from "#server/testing/formulas.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";

let api: RunningApi;
let webhook: string;
beforeAll(async () => {
  api = await aRunningApi({ works: false });
  const post = async (path: string, body: unknown) =>
    (await api.fetch(path, { as: api.as, method: "POST", body })).body;
  const { key } = await post("/elements", anElement());
  const configuration = { "event.notification.enabled": "true" };
  const { id } = await post(`/elements/${key}/instances`, { name: "one", configuration });
  webhook = `/events/${key}/${id}`;
});
afterAll(() => api.close());

const formula = Buffer.from(JSON.stringify(aFormula()));
const bomb = Buffer.alloc(64 * 2 ** 20, " ");

test.each([
  ["gzip", gzipSync(formula)],
  ["br", brotliCompressSync(formula)],
  ["gzip", gzipSync(bomb)],
  ["gzip, gzip", gzipSync(gzipSync(bomb))],
  ["foo", formula],
])("J03: a body encoded with %s is refused, and is not unpacked to be looked at", async (encoding, body) => {
  const before = process.memoryUsage().rss;
  for (const path of ["/formulas", webhook]) {
    const headers = { "content-encoding": encoding, "content-type": "application/json" };
    const { status, body: error } = await api.fetch(path, { as: api.as, method: "POST", headers, body });
    expect([path, status]).toEqual([path, 415]);
    expect(error).toMatchObject({ message: expect.stringContaining(`"${encoding}"`), requestId: expect.any(String) });
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(48 * 2 ** 20);
});

test.each([
  ["ends in the middle", '[{"id":1},{"id":', 400],
  ["is no list of objects", "[1,2,3]", 200],
  ["has as many entries as one may have", `[${Array.from({ length: 10_000 }, () => '{"id":1}').join(",")}]`, 200],
  ["has hundreds of thousands of entries", `[${Array.from({ length: 300_000 }, () => '{"id":1}').join(",")}]`, 413],
  ["is longer than an event may be", `[${"1,".repeat(5 * 2 ** 20)}1]`, 413],
])("J04: a list that %s is accepted whole or not at all", async (_, body, status) => {
  const reply = await api.fetch(webhook, { method: "POST", body });
  expect([reply.status, reply.text.slice(0, 200)]).toEqual([status, expect.any(String)]);
});
