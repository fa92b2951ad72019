import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import { ROOT } from "./run-tool.ts";

/** Modules that tests start as processes or threads, by their path in the checkout. */
const PROCESSES = [
  "server/web.ts",
  "server/worker/main.ts",
  "server/router/main.ts",
  "server/outside/conversion/thread.ts",
  "server/testing/dropping-process.ts",
  "server/testing/polling-process.ts",
  "server/testing/refreshing-process.ts",
];

/** Packages that are found by their folder: native code, or a bundler of their own. */
const UNBUNDLED = ["@node-rs/argon2", "esbuild", "next"];

/**
 * Bundles the processes, with what they import, into few files, and returns their folder. A worker is started and
 * stopped in two thirds of the processor time, since Node need not find and read 1,800 modules.
 */
export async function bundleProcesses(): Promise<string> {
  const folder = path.join(ROOT, "node_modules/.cache/formulary/processes");
  await rm(folder, { recursive: true, force: true });
  await build({
    absWorkingDir: ROOT,
    entryPoints: PROCESSES,
    outbase: ROOT,
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node24",
    keepNames: true,
    external: UNBUNDLED,
    plugins: [inTheirPlaces],
    logLevel: "error",
    // Some of what is bundled was written for CommonJS.
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  });
  return folder;
}

/** Modules find files beside their source, such as migrations and pages of the documentation. */
const inTheirPlaces: Plugin = {
  name: "in their places",
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
      const source = await readFile(file, "utf8");
      const contents = source
        .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(file).href))
        .replaceAll("import.meta.filename", JSON.stringify(file))
        .replaceAll("import.meta.dirname", JSON.stringify(path.dirname(file)));
      return { contents, loader: "ts" };
    });
  },
};
