import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";

const IDLE_MS = 500;

type Options = {
  /** Takes what waits, as far as there is room; true when the next turn should follow at once. */
  take: () => Promise<boolean>;
  /** Before a turn; what wakes us meanwhile is taken in it. */
  rest?: () => Promise<void>;
  /** What is looked for, for the log. */
  what: string;
  log: Logger;
};

/** Takes turn after turn until it is stopped. `wake` says that there may be something; without it we look twice a second. */
export function takeTurns({ take, rest, what, log }: Options) {
  let stopped = false;
  let woken = false;
  let wakeUp = () => {};

  async function turn() {
    await rest?.();
    woken = false;
    if ((await take()) || woken) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, IDLE_MS);
      wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  function wake() {
    woken = true;
    wakeUp();
  }

  const done = (async () => {
    while (!stopped) {
      await turn().catch(async (error: Error) => {
        log.warn({ err: error }, `looking for ${what} failed`);
        await pause(IDLE_MS);
      });
    }
  })();

  return {
    wake,
    /** Resolves when the turn under way is over; there is no other. */
    async stop() {
      stopped = true;
      wake();
      await done;
    },
  };
}
