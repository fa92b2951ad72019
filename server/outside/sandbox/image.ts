import { createHash } from "node:crypto";
import { chmod, glob, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BuildOptions } from "esbuild";
import { CHECKOUT } from "#server/checkout.ts";

const inPackage = (path: string) => join(CHECKOUT, "node_modules", path);
const beside = (name: string) => join(CHECKOUT, "server/outside/sandbox", name);

/** All inputs of the folder's content: a change in one of them creates another folder. */
const INPUTS = [
  "server/formula/**/*.ts",
  "server/script/*.ts",
  "server/outside/sandbox/*.{ts,js}",
  "server/element/hooks/hook-variable-names.ts",
  "package-lock.json",
];

const UNUSED_MS = 7 * 86_400_000;

/**
 * The folder with everything a sandbox process needs: its own code in one file, the engine, and two memory images of a
 * guest, without and with the libraries. A child is started from here and sees no other file of ours.
 * Found below `cacheFolder` or built there. Two processes may build at once: the first to finish wins. If nothing can
 * be written, the folder is a temporary one.
 */
export async function prepareImage(cacheFolder = inPackage(".cache/formulary")): Promise<string> {
  const folder = join(cacheFolder, `sandbox-${await fingerprint()}`);
  if (await exists(folder)) {
    await utimes(folder, new Date(), new Date()).catch(() => {});
    return folder;
  }
  const draft = await mkdir(cacheFolder, { recursive: true })
    .then(() => mkdtemp(`${folder}-`))
    .catch(() => mkdtemp(join(tmpdir(), "formulary-sandbox-")))
    .catch(() => {
      throw new Error(`Neither ${cacheFolder} nor ${tmpdir()} can be written to: set TMPDIR to a folder that can.`);
    });
  await build(draft);
  // A child may run as another user.
  await chmod(draft, 0o755);
  if (!draft.startsWith(folder)) return draft;
  try {
    await rename(draft, folder);
    await prune(cacheFolder);
  } catch (error) {
    if (!(await exists(folder))) throw error;
    await rm(draft, { recursive: true });
  }
  return folder;
}

async function fingerprint(): Promise<string> {
  const hash = createHash("sha256").update(process.version);
  const names: string[] = [];
  for await (const name of glob(INPUTS, { cwd: CHECKOUT, exclude: ["**/*.test.ts"] })) names.push(name);
  for (const name of names.sort()) hash.update(name).update(await readFile(join(CHECKOUT, name)));
  return hash.digest("hex").slice(0, 16);
}

async function build(folder: string): Promise<void> {
  const { build } = await import("esbuild");
  const { buildImage } = await import("./guest-engine.ts");
  const bundle = async (entry: string, options: BuildOptions) => {
    const { outputFiles } = await build({
      entryPoints: [beside(entry)],
      bundle: true,
      write: false,
      minify: true,
      ...options,
    });
    return outputFiles?.[0]?.text ?? "";
  };
  const bytes = await readFile(inPackage("quickjs-wasi/quickjs.wasm"));
  const wasm = await WebAssembly.compile(bytes);
  const random = await readFile(beside("guest-random.js"), "utf8");
  const harness = await readFile(beside("guest-harness.js"), "utf8");
  const forGuest: BuildOptions = {
    platform: "neutral",
    mainFields: ["module", "main"],
    format: "iife",
    target: "es2023",
  };
  const libraries = await bundle("guest-libraries.ts", forGuest);
  const hook = await bundle("guest-hook.ts", forGuest);
  await writeFile(
    join(folder, "child.cjs"),
    await bundle("child.ts", { platform: "node", format: "cjs", target: "node24" }),
  );
  await writeFile(join(folder, "quickjs.wasm"), bytes);
  await writeFile(join(folder, "bare.image"), await buildImage(wasm, [random, hook, harness]));
  await writeFile(join(folder, "libraries.image"), await buildImage(wasm, [random, libraries, hook, harness]));
}

/** Deletes images from which no process was started for a week. */
async function prune(cacheFolder: string): Promise<void> {
  for (const name of await readdir(cacheFolder)) {
    const folder = join(cacheFolder, name);
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }));
    if (name.startsWith("sandbox-") && Date.now() - mtimeMs > UNUSED_MS)
      await rm(folder, { recursive: true, force: true });
  }
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
