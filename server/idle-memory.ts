import { performance } from "node:perf_hooks";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

type Surroundings = {
  /** Starts a measurement; the returned function gives the share of the time since in which the event loop was busy. */
  measureLoad(): () => number;
  /** The size of the heap in bytes, garbage and free pages included. */
  heapSize(): number;
  /** Blocks the process until its garbage is collected and free pages are given back. */
  collect(): void;
};

const EVERY_MS = 5000;
const IDLE_LOAD = 0.05;
const GROWN_BY = 16 * 2 ** 20;
/** Between two collections, which delay a request that arrives meanwhile by some dozen milliseconds. */
const LEAST_CHECKS_BETWEEN = 60;

/**
 * Collects the garbage of a process that has become idle. V8 collects when a program allocates, so that an idle process
 * would keep what its start, or a burst, has left.
 */
export function giveBackIdleMemory(everyMs = EVERY_MS, surroundings: Partial<Surroundings> = {}): () => void {
  const { measureLoad, heapSize, collect } = { ...PROCESS, ...surroundings };
  let load = measureLoad();
  let sizeAfter = 0;
  let checksSince = LEAST_CHECKS_BETWEEN;
  const timer = setInterval(() => {
    const isIdle = load() < IDLE_LOAD;
    load = measureLoad();
    checksSince++;
    if (!isIdle || checksSince < LEAST_CHECKS_BETWEEN || heapSize() < sizeAfter + GROWN_BY) return;
    collect();
    sizeAfter = heapSize();
    checksSince = 0;
  }, everyMs).unref();
  return () => clearInterval(timer);
}

const PROCESS: Surroundings = {
  measureLoad() {
    const before = performance.eventLoopUtilization();
    return () => performance.eventLoopUtilization(before).utilization;
  },
  heapSize: () => getHeapStatistics().total_heap_size,
  collect() {
    setFlagsFromString("--expose-gc");
    (runInNewContext("gc") as () => void)();
    setFlagsFromString("--no-expose-gc");
  },
};
