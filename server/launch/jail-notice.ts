import { spawnSync } from "node:child_process";

/** What each program keeps out, its Debian package, and a call of it that shows whether it works here. */
const TOOLS = [
  {
    name: "bubblewrap",
    probe: ["bwrap", "--unshare-all", "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "true"],
    without: "people's scripts run without an operating-system jail, kept in by Node's permission model only",
  },
  {
    name: "util-linux",
    probe: ["prlimit", "--nofile=64", "--", "true"],
    without: "the memory of script processes has no limit of the operating system",
  },
] as const;

type Probe = (command: string, args: string[]) => { error?: Error | undefined; status: number | null };
const really: Probe = (command, args) => spawnSync(command, args, { stdio: "ignore", timeout: 5000 });

/** What a person should know before scripts of others run here: one line for each program that is missing or cannot work. */
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
