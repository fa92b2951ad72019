import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { build, type Plugin } from "esbuild";
import { STARTED } from "../checkout.ts";
import { BUILT } from "./node24.mjs";
import { ROOT } from "./run-tool.ts";

/** WebAssembly that a package carries as text gets a file of its own: the code of a module stays in memory. */
const wasmFiles: Plugin = {
  name: "wasm-files",
  setup({ onLoad, initialOptions: { outdir = "" } }) {
    onLoad({ filter: /[.]wasm-base64[.]mjs$/ }, async ({ path: file }) => {
      const { wasm } = await import(file);
      const name = path.basename(file, "-base64.mjs");
      await writeFile(path.join(outdir, name), Buffer.from(wasm, "base64"));
      return {
        contents: `import { readFileSync } from "node:fs";
          export const wasm = readFileSync(new URL(${JSON.stringify(name)}, import.meta.url), "base64");`,
      };
    });
  },
};

/** CommonJS that is loaded later stays a package: in the build such an import would have a default and no names. */
const laterPackages: Plugin = {
  name: "later-packages",
  setup({ onResolve, resolve }) {
    const seen = {};
    onResolve({ filter: /^[@a-z]/ }, async ({ path: name, kind, resolveDir, pluginData }) => {
      if (kind !== "dynamic-import" || pluginData === seen) return undefined;
      const { path: file } = await resolve(name, { kind, resolveDir, pluginData: seen });
      return file.endsWith(".mjs") ? undefined : { path: name, external: true };
    });
  },
};

/**
 * Makes processes of their sources and packages, by name, in a folder of the checkout: some dozen files instead of 2,000
 * halve the processor time of a start. Names stay, so that stacks of errors can be read.
 */
export async function buildProcesses(folder: string, processes: Readonly<Record<string, string>>): Promise<void> {
  const outdir = path.join(ROOT, folder);
  await rm(outdir, { recursive: true, force: true });
  await mkdir(outdir, { recursive: true });
  await build({
    absWorkingDir: ROOT,
    entryPoints: { ...processes },
    outdir,
    bundle: true,
    // Code that is loaded later, or by some of the processes only, has files of its own.
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node24",
    // Packages are resolved as Node does.
    conditions: [],
    minifySyntax: true,
    minifyWhitespace: true,
    // Node prints the line of an error that ends it.
    lineLimit: 200,
    legalComments: "none",
    logLevel: "error",
    plugins: [laterPackages, wasmFiles],
    // Native code.
    external: ["@node-rs/argon2"],
    // Some of what is bundled was written for CommonJS.
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  });
}

// `npm run build`
if (import.meta.main) await buildProcesses(BUILT, STARTED);
