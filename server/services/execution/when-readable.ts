import type { App } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { pauseFor } from "#server/pause-for.ts";

/** The reasons why a run ends whose files are gone, by the values that it reads before it starts or continues. */
export const INPUT = "The input of the execution is not in the store for files any more. Start a new execution.";
export const EARLIER_VALUES =
  "A value of an earlier step is not in the store for files any more. Run the execution again.";

/** The run cannot continue, and what it has done must not be repeated. */
export class ValueLost extends Error {}

type Waiting = Pick<App, "log"> & { executionId: number; signal: AbortSignal };

/**
 * Reads values of a run, and waits as long as the store for files does not respond: no step that ran may run again.
 * Throws `ValueLost` with the message `lost`.
 */
export async function whenReadable<Value>(
  lost: string,
  { executionId, signal, log }: Waiting,
  read: () => Promise<Value>,
): Promise<Value> {
  for (let pauseMs = 500; ; pauseMs = Math.min(pauseMs * 2, 10_000)) {
    try {
      return await read();
    } catch (error) {
      if (error instanceof Failure && error.kind === "notFound") throw new ValueLost(lost, { cause: error });
      if (!(error instanceof Failure && error.kind === "unavailable")) throw error;
      if (pauseMs === 500) log.warn({ executionId, err: error }, "an execution waits for the store for files");
    }
    await pauseFor(pauseMs, signal);
  }
}
