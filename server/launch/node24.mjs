// Plain JavaScript without dependencies: the machine may have Node 18 and nothing installed yet.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const bin = path.join(root, "node_modules", ".bin");
/**
 * Compile cache: code that Node has compiled before is not compiled again, which halves the start time of each process.
 */
const compiled = path.join(root, "node_modules", ".cache", "formulary", "compiled");

/** The folder of the built server (`build-server.ts`). */
export const BUILT = "dist";

/**
 * How processes of the product run. By default the young generation of the heap grows to 64 MB, and the old one to four
 * times of what is in use, which gains next to nothing, and each thread keeps memory of its own that the C library does not
 * give back (docs/performance.md).
 */
export const PRODUCT = {
  flags: ["--max-semi-space-size=16", "--heap-growing-percent=100"],
  env: { NODE_COMPILE_CACHE: compiled, MALLOC_ARENA_MAX: "2", MALLOC_TRIM_THRESHOLD_: "131072" },
};

/**
 * The arguments of Node, and the environment, of a process of the product.
 *
 * @param {string} file
 * @param {string[]} args
 */
export const asProduct = (file, args, env = process.env) => ({
  args: [...process.execArgv, ...PRODUCT.flags, file, ...args],
  env: { ...PRODUCT.env, ...env },
});

/**
 * Installs the packages of the lock file if they are missing, then runs a TypeScript file of this folder under Node 24
 * with the arguments of this process. This process exits together with the child, and stops the child when it is
 * stopped itself.
 *
 * @param {string} file
 */
export function runUnderNode24(file) {
  if (!isInstalled(root)) install();
  spawnNode24(file);
}

/**
 * Runs a TypeScript file of this folder in this process if it already is Node 24, otherwise in a Node 24 process.
 *
 * @param {string} file
 */
export function runWithNode24(file) {
  return isNode24() ? import(new URL(file, import.meta.url).href) : spawnNode24(file);
}

/**
 * Runs a file as a process of the product, under Node 24: this process becomes it where Node and the machine can do that.
 *
 * @param {string} file
 */
export function becomeProduct(file) {
  const { args, env } = asProduct(file, process.argv.slice(2));
  if (!isNode24() || process.platform === "win32") return spawnWith(args, env);
  process.execve(process.execPath, [process.execPath, ...args], env);
}

const spawnNode24 = (file) =>
  spawnWith([fileURLToPath(new URL(file, import.meta.url)), ...process.argv.slice(2)], {
    NODE_COMPILE_CACHE: compiled,
    ...process.env,
  });

function spawnWith(args, env) {
  const child = spawn(findNode24(), args, {
    cwd: root,
    env: { ...env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ""}` },
    // The fourth channel closes when this process dies, which stops the child.
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event) endWithParent(child);
  child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 143)));
}

/** npm forwards signals, but cannot forward its own death by kill -9. */
function endWithParent(child) {
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || child.kill("SIGTERM"), 1000).unref();
}

/**
 * Whether node_modules matches the lock file: npm writes a lock file of its own there when it has finished. Packages
 * for other platforms and optional packages that npm skipped are ignored.
 *
 * @param {string} folder
 */
export function isInstalled(folder) {
  const lock = readPackages(path.join(folder, "package-lock.json"));
  const installed = readPackages(path.join(folder, "node_modules", ".package-lock.json"));
  if (!lock || !installed) return false;
  const isSame = (name) => installed[name]?.version === lock[name]?.version;
  return (
    Object.keys(installed).every(isSame) &&
    Object.keys(lock).every((name) => name === "" || lock[name].optional || lock[name].devOptional || isSame(name))
  );
}

function readPackages(file) {
  if (!existsSync(file)) return undefined;
  return JSON.parse(readFileSync(file, "utf8")).packages;
}

function install() {
  console.log("Installing packages, which takes about a minute the first time …");
  const [command, ...args] = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ["npm"];
  const options = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const { status, error } = spawnSync(command, [...args, ...options], { cwd: root, stdio: "inherit" });
  if (status === 0) return;
  console.error(`npm ci failed${error ? `: ${error.message}` : ""}.`);
  process.exit(1);
}

const isNode24 = () => Number(process.versions.node.split(".")[0]) >= 24;

function findNode24() {
  const pinned = path.join(bin, "node");
  if (existsSync(pinned)) return pinned;
  if (isNode24()) return process.execPath;
  console.error(`Formulary needs Node 24, and npm has none for ${process.platform}-${process.arch}: install it first.`);
  process.exit(1);
}
