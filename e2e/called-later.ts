/**
 * The procedures that the page called with some input for the first time after it had the response of others: each such
 * round makes the page complete later. Runs in the page.
 */
export function calledLater(): string[] {
  const requests = performance
    .getEntriesByType("resource")
    .filter(({ name }) => name.includes("/api/trpc/"))
    .map((entry) => {
      const { pathname, searchParams } = new URL(entry.name);
      const inputs = JSON.parse(searchParams.get("input") ?? "{}");
      const paths = decodeURIComponent(pathname.split("/api/trpc/")[1] ?? "").split(",");
      const calls = paths.map((path, index) => ({ path, key: `${path} ${JSON.stringify(inputs[index])}` }));
      return { calls, startTime: entry.startTime, endTime: (entry as PerformanceResourceTiming).responseEnd };
    });
  const firstEnd = Math.min(...requests.map(({ endTime }) => endTime));
  const [first, later] = [true, false].map((isFirst) =>
    requests.filter(({ startTime }) => startTime < firstEnd === isFirst).flatMap(({ calls }) => calls),
  );
  const known = new Set(first?.map(({ key }) => key));
  return [...new Set(later?.filter(({ key }) => !known.has(key)).map(({ path }) => path))].sort();
}
