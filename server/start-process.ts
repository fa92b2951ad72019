import { type Composed, compose } from "./compose.ts";
import { giveBackIdleMemory } from "./idle-memory.ts";
import { logUnhandledRejections } from "./unhandled-rejections.ts";

/** Composes the process, or exits with one line that names the wrong setting (docs/operations.md). */
export async function startProcess(...process: Parameters<typeof compose>): Promise<Composed> {
  const composed = await compose(...process).catch(giveUp);
  logUnhandledRejections(composed.app.log);
  giveBackIdleMemory();
  return composed;
}

function giveUp(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
