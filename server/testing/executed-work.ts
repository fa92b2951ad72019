import { Session } from "node:inspector/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = path.resolve(import.meta.dirname, "../..");
const SHIPPED = /^server\/(?!testing\/|generated\/).*(?<!\.test)\.ts$/;

type Range = { startOffset: number; endOffset: number; count: number };

/**
 * How much code of the product runs during `work`: the characters of each block, times how often it ran. Unlike time
 * it is the same on each machine and in each run, if nothing runs more than about a hundred times: V8 does not count
 * in functions that it has optimized. What built-in functions and libraries do is not in it.
 */
export async function executedWork(work: () => unknown): Promise<number> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  await work();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  await session.post("Profiler.stopPreciseCoverage");
  session.disconnect();
  const shipped = result.filter(({ url }) => SHIPPED.test(fileOf(url)));
  return shipped
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => workOf(ranges)))
    .reduce((sum, each) => sum + each, 0);
}

const fileOf = (url: string) => path.relative(ROOT, url.startsWith("file:") ? fileURLToPath(url) : url);

/** The blocks of a function, outer ones first: each without those in it, which have counts of their own. */
function workOf(ranges: readonly Range[]): number[] {
  return ranges.map(({ startOffset, endOffset, count }, at) => {
    let own = endOffset - startOffset;
    let end = startOffset;
    for (const inner of ranges.slice(at + 1)) {
      if (inner.startOffset >= endOffset) break;
      // One in an inner block belongs to that.
      if (inner.startOffset < end) continue;
      own -= inner.endOffset - inner.startOffset;
      end = inner.endOffset;
    }
    return own * count;
  });
}
