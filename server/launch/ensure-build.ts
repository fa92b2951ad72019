import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { glob, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { ROOT, runTool } from "./run-tool.ts";

/** Build outputs: rebuilt whenever their sources differ from those of the last build. */
type Product = { name: string; made: string; sources: string[]; command: [string, ...string[]]; announcement?: string };

const CLIENT: Product = {
  name: "client",
  made: "server/generated/prisma/client.ts",
  sources: ["prisma/schema.prisma", "package-lock.json"],
  command: ["prisma", "generate"],
};

const SCREENS: Product = {
  name: "screens",
  made: ".next/BUILD_ID",
  // The part of the server that screens import; the rest is not bundled (app/elements).
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

/** The screens, as Next serves them in production. Requires the client. */
export const ensureScreens = (signal?: AbortSignal) => ensure(SCREENS, signal);

async function ensure({ name, made, sources, command, announcement }: Product, signal?: AbortSignal): Promise<void> {
  const stamp = path.join(ROOT, "node_modules", ".cache", "formulary", name);
  const now = await fingerprint(sources);
  const before = existsSync(stamp) ? await readFile(stamp, "utf8") : undefined;
  if (now === before && existsSync(path.join(ROOT, made))) return;
  if (announcement) console.log(announcement);
  await runTool(command, {
    env: { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    ...(signal && { signal }),
  });
  await mkdir(path.dirname(stamp), { recursive: true });
  await writeFile(stamp, now);
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
