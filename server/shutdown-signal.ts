/** Resolves when the process is to end: by signal, or because the one that started it is gone. */
export const shutdownSignal = () =>
  new Promise<void>((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT", "disconnect"] as const) process.once(signal, () => resolve());
  });
