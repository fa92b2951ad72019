import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import packageJson from "../../package.json" with { type: "json" };

// `npm run cli:pack -- <folder>`: the command line as an npm package without dependencies, ready for `npm pack`.
const ROOT = path.join(import.meta.dirname, "../..");
const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error("Name the folder: npm run cli:pack -- ../formulary-cli");
  process.exit(1);
}
rmSync(path.join(folder, "formulary.mjs"), { force: true });
mkdirSync(folder, { recursive: true });
await build({
  entryPoints: [path.join(ROOT, "server/cli/main.ts")],
  outfile: path.join(folder, "formulary.mjs"),
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node22",
  minify: true,
  logLevel: "error",
  // Some of what is bundled was written for CommonJS.
  banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
});
const { version, license } = packageJson;
const manifest = {
  name: "formulary",
  version,
  description: "The command line of Formulary: pull, diff, apply, run, logs, replay and bulk jobs.",
  license,
  type: "module",
  bin: { formulary: "formulary.mjs" },
  files: ["formulary.mjs", "README.md"],
  engines: { node: ">=22" },
};
writeFileSync(path.join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
writeFileSync(
  path.join(folder, "README.md"),
  "# formulary\n\nThe command line of Formulary.\n\n```\nnpx formulary login\nnpx formulary --help\n```\n",
);
