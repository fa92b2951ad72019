import { afterAll, vi } from "vitest";

// Vitest's setup file: reverts a test file's changes to its process before the next file runs there.

const before = { ...process.env };

afterAll(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
});
