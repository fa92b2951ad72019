import path from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/**
 * The file to start a process from: its source, or in `npm test` its bundle, which starts in a third of the processor
 * time (`server/launch/bundle-processes.ts`).
 */
export function processFile(source: URL): string {
  const file = fileURLToPath(source);
  const bundles = process.env.PROCESS_BUNDLES;
  return bundles === undefined ? file : path.join(bundles, path.relative(ROOT, file).replace(/ts$/, "mjs"));
}
