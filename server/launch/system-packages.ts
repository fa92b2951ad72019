import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** A program that is not on npm: the name of its Debian package, and its possible paths. */
type SystemPackage = { name: string; purpose: string; files: string[] };

/** Any Chromium will do; the one without a window needs the least processor time. */
const CHROMIUM: SystemPackage = {
  name: "chromium-headless-shell",
  purpose: "browser tests",
  files: [
    "/usr/bin/chromium-headless-shell",
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/usr/bin/google-chrome-stable",
  ],
};

const PACKAGES: SystemPackage[] = [
  CHROMIUM,
  {
    name: "rabbitmq-server",
    purpose: "tests of the amqpRequest step",
    files: ["/usr/sbin/rabbitmq-server", "/usr/lib/rabbitmq/bin/rabbitmq-server"],
  },
  { name: "pgbouncer", purpose: "tests of a pooler of connections", files: ["/usr/sbin/pgbouncer"] },
  { name: "bubblewrap", purpose: "tests of the script jail", files: ["/usr/bin/bwrap"] },
];

const LOCK_SECONDS = 300;

const isThere = ({ files }: SystemPackage) => files.some(existsSync);

/** The browser of the browser tests; undefined when there is none. */
export const findChromium = () => CHROMIUM.files.find(existsSync);

/**
 * Installs the system packages that the tests need with apt, if this process is root or can become root without a
 * password. Throws an Error of one line that lists the packages that are still missing.
 */
export function ensureSystemPackages(): void {
  const missing = PACKAGES.filter((wanted) => !isThere(wanted));
  const become = missing.length === 0 ? undefined : rootPrefix();
  let output = "";
  if (become) {
    output = installWithApt(
      become,
      missing.map(({ name }) => name),
    );
  }
  const still = missing.filter((wanted) => !isThere(wanted));
  if (still.length === 0) return;
  const names = still.map(({ name }) => name).join(" ");
  const purposes = still.map(({ purpose }) => purpose).join(", ");
  throw new Error(`Missing for ${purposes}: sudo apt-get install ${names}${output && ` (apt-get: ${output})`}`);
}

/**
 * Installs each package separately, as root by `become`; waits while another process holds the lock of apt. Returns the
 * last line of the output of apt-get if it failed.
 */
export function installWithApt(become: string[], names: string[]): string {
  const apt = (...args: string[]) =>
    spawnSync("env", [...become, "apt-get", "-o", `DPkg::Lock::Timeout=${LOCK_SECONDS}`, ...args], {
      encoding: "utf8",
    });
  const runs = [apt("update"), ...names.map((name) => apt("install", "--yes", "--no-install-recommends", name))];
  const failed = runs.findLast(({ status }) => status !== 0);
  return failed ? lastLine(`${failed.stdout ?? ""}\n${failed.stderr ?? ""}`) || String(failed.error) : "";
}

const lastLine = (text: string) => text.trim().split("\n").at(-1)?.trim() ?? "";

/** The prefix that runs a command as root; undefined if that is not permitted. */
function rootPrefix(): string[] | undefined {
  const quietly = ["DEBIAN_FRONTEND=noninteractive"];
  if (process.getuid?.() === 0) return quietly;
  const mayBecome = spawnSync("sudo", ["-n", "true"], { stdio: "ignore" }).status === 0;
  return mayBecome ? ["sudo", "-n", ...quietly] : undefined;
}
