import { rm } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { STARTED } from "../checkout.ts";
import { BUILT } from "./node24.mjs";
import { ROOT } from "./run-tool.ts";

// Makes the server of its sources and packages (`npm run build`): some dozen files instead of 2,000 halve the processor
// time of a start. Names stay, so that stacks of errors can be read.
const outdir = path.join(ROOT, BUILT);
await rm(outdir, { recursive: true, force: true });
await build({
  absWorkingDir: ROOT,
  entryPoints: { ...STARTED },
  outdir,
  bundle: true,
  // What is loaded later, or by some of the processes only, has files of its own.
  splitting: true,
  platform: "node",
  format: "esm",
  target: "node24",
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: "none",
  logLevel: "error",
  // Native code; Next, which finds its parts by their paths; and what compiles the sandbox, once per version.
  external: ["@node-rs/argon2", "next", "esbuild"],
  // Some of what is bundled was written for CommonJS.
  banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
});
