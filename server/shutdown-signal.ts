import type { Logger } from "pino";

/** Why a process ends: by a request from outside, or since its state is unknown after an error that nothing caught. */
export type Shutdown = { isFault: boolean };

/**
 * Resolves when the process should end: by a signal, because its parent process is gone, or after an error that nothing
 * caught. Then it must not continue, but what it does for others can end well.
 */
export const shutdownSignal = (log: Pick<Logger, "fatal">) =>
  new Promise<Shutdown>((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT", "disconnect"] as const)
      process.once(signal, () => resolve({ isFault: false }));
    process.on("uncaughtException", (error) => {
      log.fatal({ err: error }, "an error was not caught: the process stops");
      resolve({ isFault: true });
    });
  });
