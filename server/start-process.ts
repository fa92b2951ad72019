import { type Composed, compose } from "./compose.ts";

/** Composes the process, or exits with one line that names the wrong setting (docs/operations.md). */
export const startProcess = (...process: Parameters<typeof compose>): Promise<Composed> =>
  compose(...process).catch(giveUp);

function giveUp(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
