/** More than linear work takes at the sizes that tests use; quadratic work takes minutes there. */
export const LINEAR_MS = 5000;

/**
 * How many milliseconds of computing some work takes, for tests that must not be quadratic. It counts this process
 * and not the clock, so that a busy machine does not matter; quadratic work takes minutes.
 */
export function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
