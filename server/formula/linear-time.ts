import { expect } from "vitest";

/**
 * Fails when work takes long enough that it cannot be linear in its input. It counts the time of this process and
 * not that of the clock, so that a busy machine does not matter; what is quadratic takes minutes.
 */
export function expectLinearTime(work: () => unknown): void {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(5000);
}
