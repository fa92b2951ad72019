import { createRequire } from "node:module";
import { afterAll, vi } from "vitest";

// Vitest's setup file: reverts a test file's changes to its process before the next file runs there.

type FastTimers = {
  setFastTimeout: (run: () => void, ms: number) => object;
  clearFastTimeout: (timer: object) => void;
};

// One timer of undici, which it never replaces, serves the timeouts of all its requests. If a test with fake timers sent
// the first request of the process, no later file would see a timeout.
const { setFastTimeout, clearFastTimeout }: FastTimers = createRequire(import.meta.url)("undici/lib/util/timers.js");
clearFastTimeout(setFastTimeout(() => {}, 1));

const before = { ...process.env };

afterAll(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
});
