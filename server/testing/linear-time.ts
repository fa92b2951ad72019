/** More than linear work takes at the sizes of the tests; quadratic work takes minutes there. */
export const LINEAR_MS = 5000;

/**
 * The processor time of some work in milliseconds, for tests that must not be quadratic. Real time would depend on the
 * load of the machine; quadratic work takes minutes.
 */
export function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
