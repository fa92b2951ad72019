import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, glob, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { BUILT } from "./node24.mjs";
import { ROOT, runTool } from "./run-tool.ts";

/** Build outputs: rebuilt whenever their sources differ from those of the last build. */
type Product = {
  name: string;
  output: string;
  sources: string[];
  command: [string, ...string[]];
  announcement?: string;
};

const CLIENT: Product = {
  name: "client",
  output: "server/generated/prisma/client.ts",
  sources: ["prisma/schema.prisma", "package-lock.json"],
  command: ["prisma", "generate"],
};

const SERVER: Product = {
  name: "server",
  output: `${BUILT}/web.js`,
  sources: ["server/**/*", "package{,-lock}.json"],
  command: [process.execPath, "server/launch/build-server.ts"],
};

const SCREENS: Product = {
  name: "screens",
  output: ".next/BUILD_ID",
  // The part of the server that screens import; other files are not bundled (app/elements).
  sources: [
    "{app,components,messages,public}/**/*",
    "server/{account,element,event,formula}/**/*",
    "server/*.ts",
    "proxy.ts",
    "{next,postcss}.config.mjs",
    "{package-lock,tsconfig}.json",
  ],
  command: ["next", "build"],
  announcement: "Building the screens, which takes about a minute …",
};

/** Prisma's client, which all database code imports. */
export const ensureClient = (signal?: AbortSignal) => ensure(CLIENT, signal);

/** The web process and the worker, as they run in production. Requires the client. */
export const ensureServer = (signal?: AbortSignal) => ensure(SERVER, signal);

/** The screens, as Next serves them in production. Requires the client. */
export const ensureScreens = (signal?: AbortSignal) => ensure(SCREENS, signal);

/**
 * Takes over the screens that `npm start` built in another checkout, unless the sources differ or this checkout has
 * built them itself. Nothing in them depends on the folder that they were built in.
 */
export async function adoptScreens(checkout: string): Promise<void> {
  const now = await fingerprint(SCREENS.sources);
  if ((await readStamp(checkout, SCREENS)) !== now || (await readStamp(ROOT, SCREENS)) === now) return;
  const [from, to] = [path.join(checkout, ".next"), path.join(ROOT, ".next")];
  await rm(to, { recursive: true, force: true });
  await cp(from, to, { recursive: true, filter: (file) => file !== path.join(from, "cache") });
  await writeStamp(SCREENS, now);
}

async function ensure(product: Product, signal?: AbortSignal): Promise<void> {
  const { sources, command, announcement } = product;
  const now = await fingerprint(sources);
  if (now === (await readStamp(ROOT, product))) return;
  if (announcement) console.log(announcement);
  await runTool(command, {
    env: { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    ...(signal && { signal }),
  });
  await writeStamp(product, now);
}

const stampOf = (checkout: string, { name }: Product) =>
  path.join(checkout, "node_modules", ".cache", "formulary", name);

/** The fingerprint of the sources of what a checkout has built. */
async function readStamp(checkout: string, product: Product): Promise<string | undefined> {
  const stamp = stampOf(checkout, product);
  if (!existsSync(stamp) || !existsSync(path.join(checkout, product.output))) return undefined;
  return readFile(stamp, "utf8");
}

async function writeStamp(product: Product, fingerprinted: string): Promise<void> {
  const stamp = stampOf(ROOT, product);
  await mkdir(path.dirname(stamp), { recursive: true });
  await writeFile(stamp, fingerprinted);
}

/** Hashes names and contents, not dates: a fresh clone or another branch has new dates on unchanged files. */
async function fingerprint(patterns: string[]): Promise<string> {
  const names: string[] = [];
  for await (const file of glob(patterns, { cwd: ROOT, withFileTypes: true })) {
    if (file.isFile() && !/\.test\.tsx?$/.test(file.name)) names.push(path.join(file.parentPath, file.name));
  }
  const hash = createHash("sha256");
  for (const name of names.sort()) hash.update(`${path.relative(ROOT, name)}\0`).update(await readFile(name));
  return hash.digest("hex");
}
