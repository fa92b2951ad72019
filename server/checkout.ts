import path from "node:path";

/**
 * The folder of the checkout. This file is one folder below it, and so is what `launch/build-server.ts` makes of it:
 * migrations, documentation and sources of the sandbox are found from both.
 */
export const CHECKOUT = path.join(import.meta.dirname, "..");

/** The files that Node starts, or loads by their path, by the name that each has in the build. */
export const STARTED = {
  web: "server/web.ts",
  worker: "server/worker/main.ts",
  "isolated-execution": "server/worker/isolated-execution.ts",
  "conversion-process": "server/outside/conversion/process.ts",
  "conversion-thread": "server/outside/conversion/thread.ts",
} as const;

/** The file to start: of the build if this process runs it, otherwise the source. */
export const startedFile = (name: keyof typeof STARTED): string =>
  import.meta.filename.endsWith(".ts")
    ? path.join(CHECKOUT, STARTED[name])
    : path.join(import.meta.dirname, `${name}.js`);
