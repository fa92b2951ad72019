import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parseEnv } from "../env.ts";
import { lockDataFolder } from "./data-folder-lock.ts";
import { demoKeys } from "./keys.ts";
import { isInstalled } from "./node24.mjs";
import { assertFree, freePort } from "./ports.ts";
import { runTool } from "./run-tool.ts";
import { installWithApt } from "./system-packages.ts";
import { welcome } from "./welcome.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "formulary-test-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("keys", () => {
  test("are ones that the product accepts", () => {
    expect(() => parseEnv(demoKeys(folder))).not.toThrow();
  });
  test("stay the same, and only their owner reads them", () => {
    expect(demoKeys(folder)).toEqual(demoKeys(folder));
    expect(statSync(path.join(folder, "keys.json")).mode & 0o777).toBe(0o600);
  });
});

describe("a data folder", () => {
  test("is claimed by one process at a time", async () => {
    const holder = spawn(process.execPath, ["--eval", "setInterval(() => {}, 1000)", "supervisor.ts"]);
    writeFileSync(path.join(folder, "pid"), String(holder.pid));
    expect(() => lockDataFolder(folder)).toThrow(`Formulary already runs on ${folder} (process ${holder.pid})`);
    holder.kill("SIGKILL");
    await new Promise((resolve) => holder.once("exit", resolve));
    expect(() => lockDataFolder(folder)).not.toThrow();
  });
  test("is not held by another program that has the number of a dead one", () => {
    writeFileSync(path.join(folder, "pid"), String(process.ppid));
    expect(() => lockDataFolder(folder)).not.toThrow();
    expect(readFileSync(path.join(folder, "pid"), "utf8")).toBe(String(process.pid));
  });
});

describe("a port", () => {
  test("that is taken is refused in one line that names the setting", async () => {
    const port = await freePort();
    const server = createServer().listen(port, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    await expect(assertFree(port, "PORT")).rejects.toThrow(`Port ${port} is taken: choose another port with PORT=…`);
    await new Promise((resolve) => server.close(resolve));
    await expect(assertFree(port, "PORT")).resolves.toBeUndefined();
  });
});

describe("installed dependencies", () => {
  const lock = (file: string, packages: Record<string, { version: string; optional?: boolean }>) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), JSON.stringify({ packages }));
  };
  const HIDDEN = "node_modules/.package-lock.json";

  test("is nothing in a fresh clone", () => {
    lock("package-lock.json", { "node_modules/a": { version: "1" } });
    expect(isInstalled(folder)).toBe(false);
  });
  test("need not have what is meant for other machines", () => {
    lock("package-lock.json", {
      "node_modules/a": { version: "1" },
      "node_modules/b": { version: "1", optional: true },
    });
    lock(HIDDEN, { "node_modules/a": { version: "1" } });
    expect(isInstalled(folder)).toBe(true);
  });
  test.each([
    ["another version", { "node_modules/a": { version: "2" } }],
    ["a package too few", {}],
    ["a package too many", { "node_modules/a": { version: "1" }, "node_modules/b": { version: "1" } }],
  ])("is not what the lock says when there is %s", (_, packages) => {
    lock("package-lock.json", { "node_modules/a": { version: "1" } });
    lock(HIDDEN, packages);
    expect(isInstalled(folder)).toBe(false);
  });
});

describe("a tool", () => {
  test("that fails throws what it printed", async () => {
    const script = "console.log('one'); console.error('two'); process.exit(1)";
    await expect(runTool([process.execPath, "--eval", script])).rejects.toThrow(/failed:\n(one\ntwo|two\none)$/);
  });
  test("is ended when it is no longer wanted", async () => {
    const aborted = new AbortController();
    const running = runTool([process.execPath, "--eval", "setInterval(() => {}, 1000)"], { signal: aborted.signal });
    aborted.abort();
    await expect(running).rejects.toThrow(/abort/);
  });
});

describe("apt-get", () => {
  /** A program in place of apt-get, first on the path of the root user. */
  const standIn = (script: string) => {
    writeFileSync(path.join(folder, "apt-get"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return [`PATH=${folder}:${process.env.PATH}`];
  };
  test("waits for the lock that another process holds", () => {
    const become = standIn(`echo "$@" >> ${folder}/calls`);
    expect(installWithApt(become, ["chromium", "bubblewrap"])).toBe("");
    expect(readFileSync(path.join(folder, "calls"), "utf8").trim().split("\n")).toEqual([
      "-o DPkg::Lock::Timeout=300 update",
      "-o DPkg::Lock::Timeout=300 install --yes --no-install-recommends chromium",
      "-o DPkg::Lock::Timeout=300 install --yes --no-install-recommends bubblewrap",
    ]);
  });
  test("that fails says why", () => {
    const become = standIn("echo reading; echo 'E: Unable to locate package chromium' >&2; exit 100");
    expect(installWithApt(become, ["chromium"])).toBe("E: Unable to locate package chromium");
  });
});

test("the printed curl survives a quote in its arguments", async () => {
  const demo = {
    userSecret: "u",
    organizationSecret: "o",
    formulaInstanceId: 7,
    args: { name: "it's" },
    elementToken: "t",
    hasPast: true,
  };
  const printed = welcome(parseEnv({ PORT: "3333" }), demo, ".data");
  expect(existsSync("/bin/sh")).toBe(true);
  const commands = printed.split("\n\n").filter((paragraph) => paragraph.startsWith("curl -s"));
  const words = await runTool(["sh", "-c", `curl() { printf '%s\\n' "$@"; }; ${commands.join("\n")}`]);
  expect(words.split("\n")).toEqual(
    expect.arrayContaining([
      "http://localhost:3333/elements/api-v2/formulas/instances/7/executions",
      "Authorization: User u, Organization o",
      "Authorization: User u, Element t",
      '{"name":"it\'s"}',
    ]),
  );
});
