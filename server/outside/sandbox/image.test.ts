import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prepareImage } from "./image.ts";

let cache: string;
beforeAll(async () => {
  cache = await mkdtemp(join(tmpdir(), "formulary-cache-"));
});
afterAll(() => rm(cache, { recursive: true }));

test("two processes that build at once end up with one folder, which the next one finds", async () => {
  const [one, other] = await Promise.all([prepareImage(cache), prepareImage(cache)]);
  expect(one).toBe(other);
  expect(await prepareImage(cache)).toBe(one);
  expect(await readdir(cache)).toHaveLength(1);
  expect(await readdir(one)).toEqual(["bare.image", "child.cjs", "libraries.image", "quickjs.wasm"]);
});

test("uses a temporary folder where nothing can be written", async () => {
  const folder = await prepareImage(join(process.execPath, "cache"));
  expect(dirname(folder)).toBe(tmpdir());
  await rm(folder, { recursive: true });
});
