import fc from "fast-check";
import { FAILURE_STATUS, Failure } from "../errors.ts";
import { brokenText } from "./broken-text.ts";
import type { FuzzedParser } from "./parser.ts";

/** Far more than any text of 20,000 characters takes, and far less than one that backtracks. In processor time. */
const MOST_CPU_MS = 2000;

const isRefusal = (error: unknown) => error instanceof Failure && FAILURE_STATUS[error.kind] < 500;

/**
 * Gives a parser this many broken texts. Throws, with the shortest text that it found and the seed to repeat it, if the
 * parser throws anything but a refusal, takes too long, returns what its check rejects, or changes the prototype of all
 * objects.
 */
export async function fuzz(parser: FuzzedParser, numRuns: number, seed: number): Promise<void> {
  const { seeds, parse, refuses = isRefusal, check } = parser;
  await fc.assert(
    fc.asyncProperty(brokenText(seeds), async (text) => {
      const startedAt = performance.now();
      const reading = await outcomeOf(() => parse(text));
      // Reading the processor time takes longer than most parsers.
      const cpuMs = performance.now() - startedAt > MOST_CPU_MS ? await cpuMsOf(() => outcomeOf(() => parse(text))) : 0;
      if (cpuMs > MOST_CPU_MS) throw new Error(`took ${Math.round(cpuMs)} ms`);
      if (!("error" in reading)) await check?.(reading.parsed, text);
      else if (!refuses(reading.error)) throw reading.error;
    }),
    { numRuns, seed, endOnFailure: false },
  );
  const added = Object.keys(Object.prototype);
  if (added.length > 0) throw new Error(`${parser.name} added ${added.join(", ")} to every object`);
}

async function cpuMsOf(run: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function outcomeOf(run: () => unknown): Promise<{ parsed: unknown } | { error: unknown }> {
  try {
    return { parsed: await run() };
  } catch (error) {
    return { error };
  }
}
