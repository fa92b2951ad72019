import { afterAll, vi } from "vitest";

// Vitest's setup file: what a test file changed of its process is undone before the next one runs there.

const before = { ...process.env };

afterAll(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
});
