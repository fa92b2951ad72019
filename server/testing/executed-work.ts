import { Session } from "node:inspector/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = path.resolve(import.meta.dirname, "../..");
const SHIPPED = /^server\/(?!testing\/|generated\/).*(?<!\.test)\.ts$/;

/**
 * How much code of the product runs during `work`: the characters of each function, times how often it was called. Unlike
 * time it is the same on each machine and in each run, if nothing runs more than about a hundred times: V8 does not count
 * in functions that it has optimized. What built-in functions and libraries do is not in it. Blocks are not counted: V8
 * counts them only in functions that it compiles while it counts, which depends on what the process did before.
 */
export async function executedWork(work: () => unknown): Promise<number> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await work();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  await session.post("Profiler.stopPreciseCoverage");
  session.disconnect();
  const shipped = result.filter(({ url }) => SHIPPED.test(fileOf(url)));
  return shipped
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { startOffset, endOffset, count }) => sum + (endOffset - startOffset) * count, 0);
}

const fileOf = (url: string) => path.relative(ROOT, url.startsWith("file:") ? fileURLToPath(url) : url);
