import { setTimeout as wait } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** The pause between two samples, in multiples of the time that a sample takes. */
const PAUSES = 4;

/**
 * The maximum number of live bytes while `work` ran, above those before it: objects, texts and buffers. Garbage does
 * not count, so the result does not depend on when V8 collects it. Work that never waits for a timer or for I/O is only
 * measured at its end.
 */
export async function mostBytesHeld(work: () => Promise<unknown>): Promise<number> {
  const before = bytesHeld();
  let most = before;
  let isOver = false;
  const sampled = (async () => {
    while (!isOver) {
      const began = performance.now();
      most = Math.max(most, bytesHeld());
      // Collecting the garbage of a large process blocks it: the work needs most of the time.
      await wait(25 + PAUSES * (performance.now() - began));
    }
  })();
  try {
    await work();
  } finally {
    isOver = true;
    await sampled;
  }
  return Math.max(most, bytesHeld()) - before;
}

function bytesHeld(): number {
  // The buffers that the first collection finds are freed beside it, and counted as free at the next one.
  collectGarbage();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
