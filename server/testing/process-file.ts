import path from "node:path";
import { CHECKOUT, STARTED } from "#server/checkout.ts";

/** The modules that tests start as processes or threads. */
export const PROCESSES = {
  ...STARTED,
  router: "server/router/main.ts",
  dropping: "server/testing/dropping-process.ts",
  polling: "server/testing/polling-process.ts",
  refreshing: "server/testing/refreshing-process.ts",
} as const;

/** The file to start: of the build that `npm test` makes, which takes less processor time, otherwise the source. */
export function processFile(name: keyof typeof PROCESSES): string {
  const { BUILT_PROCESSES } = process.env;
  return path.join(CHECKOUT, BUILT_PROCESSES === undefined ? PROCESSES[name] : `${BUILT_PROCESSES}/${name}.js`);
}
