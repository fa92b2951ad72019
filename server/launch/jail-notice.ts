import { spawnSync } from "node:child_process";

/** For each program, the part that it isolates, its Debian package, and a command that shows whether it works here. */
const TOOLS = [
  {
    name: "bubblewrap",
    probe: ["bwrap", "--unshare-all", "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "true"],
    without: "scripts run without an operating-system jail and are isolated by Node's permission model only",
  },
  {
    name: "util-linux",
    probe: ["prlimit", "--nofile=64", "--", "true"],
    without: "the operating system does not limit the memory of script processes",
  },
] as const;

type Probe = (command: string, args: string[]) => { error?: Error | undefined; status: number | null };
const really: Probe = (command, args) => spawnSync(command, args, { stdio: "ignore", timeout: 5000 });

/**
 * Warnings before scripts of other people run on this machine: one line for each program that is missing or does not
 * work.
 */
export const jailNotices = (probe: Probe = really): string[] =>
  TOOLS.flatMap(({ name, without, probe: [command, ...args] }) => {
    const { error, status } = probe(command, [...args]);
    if (!error && status === 0) return [];
    return error
      ? [`${command} is not installed, so ${without}. To install it: sudo apt-get install ${name}`]
      : [
          `${command} does not work here, so ${without}. It needs unprivileged user namespaces, which containers often forbid.`,
        ];
  });
