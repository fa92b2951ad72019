/** Resolves when the process should end: by a signal, or because its parent process is gone. */
export const shutdownSignal = () =>
  new Promise<void>((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT", "disconnect"] as const) process.once(signal, () => resolve());
  });
