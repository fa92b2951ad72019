import { execPath, getuid, report } from "node:process";

/** A way to start Node with the fewest permissions that this machine supports. */
export type Jail = {
  /** The gaps of the jail, as text for the log; empty if it is complete. */
  missing: string[];
  /** The command that starts `script` of `folder`, which sees that folder only, read-only. */
  command: (
    folder: string,
    script: string,
    args: string[],
  ) => { file: string; args: string[]; uid?: number; gid?: number };
};

const NOBODY = 65_534;
const INSIDE = "/sandbox";
const NODE_INSIDE = "/node";

/** The jails from the strongest to the weakest. Only starting one shows whether it works. */
export function* jails(): Generator<Jail> {
  for (const namespaces of [true, false]) {
    for (const limits of [true, false]) {
      if (namespaces) yield jail({ namespaces, limits, otherUser: false });
      else {
        if (getuid?.() === 0) yield jail({ namespaces, limits, otherUser: true });
        yield jail({ namespaces, limits, otherUser: false });
      }
    }
  }
}

function jail(has: { namespaces: boolean; limits: boolean; otherUser: boolean }): Jail {
  return {
    missing: [
      !has.namespaces && "bubblewrap (network, files and processes of this machine are not hidden)",
      !has.limits && "prlimit (no cap on the memory of a sandbox process)",
      !has.namespaces && !has.otherUser && "another user (sandbox processes run as this one)",
    ].filter((words) => words !== false),
    command(folder, script, args) {
      const node = has.namespaces ? NODE_INSIDE : execPath;
      const seen = has.namespaces ? INSIDE : folder;
      const [file = "", ...rest] = [
        ...(has.limits ? LIMITS : []),
        ...(has.namespaces ? namespaces(folder) : []),
        node,
        ...PERMISSIONS,
        `--allow-fs-read=${seen}`,
        `${seen}/${script}`,
        ...args,
      ];
      return { file, args: rest, ...(has.otherUser && { uid: NOBODY, gid: NOBODY }) };
    },
  };
}

/**
 * `--fsize=0` prevents it from writing to anything but its pipes. `--data` holds even if the engine's own limit is
 * broken.
 */
const LIMITS = ["prlimit", "--data=1200000000", "--core=0", "--nofile=64", "--fsize=0", "--"];

const PERMISSIONS = [
  "--permission",
  "--max-old-space-size=256",
  "--max-semi-space-size=1",
  "--v8-pool-size=1",
  "--no-warnings",
];

function namespaces(folder: string): string[] {
  return [
    "bwrap",
    ...["--unshare-all", "--die-with-parent", "--new-session", "--clearenv"],
    ...["--uid", `${NOBODY}`, "--gid", `${NOBODY}`, "--cap-drop", "ALL"],
    ...["--proc", "/proc", "--dev", "/dev"],
    ...["--ro-bind", execPath, NODE_INSIDE, "--ro-bind", folder, INSIDE],
    ...nativeLibraries().flatMap((path) => ["--ro-bind", path, path]),
    ...["--chdir", INSIDE, "--"],
  ];
}

/** The shared objects that this Node has loaded are those that another Node needs. */
function nativeLibraries(): string[] {
  // Prevents the report from looking up the names of all our connections.
  Object.assign(report, { excludeNetwork: true });
  const { sharedObjects } = report.getReport() as unknown as { sharedObjects: string[] };
  return sharedObjects.filter((path) => path.startsWith("/") && path !== execPath);
}
