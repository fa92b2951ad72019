import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/**
 * The file to start a process or a thread from: its bundle if `npm test` made one,
 * which takes less processor time (`server/launch/bundle-processes.ts`), otherwise its source.
 */
export function processFile(source: URL): string {
  const file = fileURLToPath(source);
  const { PROCESS_BUNDLES } = process.env;
  if (PROCESS_BUNDLES === undefined) return file;
  const bundle = path.join(PROCESS_BUNDLES, path.relative(ROOT, file).replace(/ts$/, "mjs"));
  return existsSync(bundle) ? bundle : file;
}
