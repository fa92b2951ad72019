import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { ensureClient, ensureScreens } from "./ensure-build.ts";
import { ROOT, runTool } from "./run-tool.ts";
import { ensureSystemPackages, findChromium } from "./system-packages.ts";

// `npm test`: every check and every test of the repository, in stages from quick to slow. Later stages run although
// earlier ones failed. Its last line is `N passed, N failed`: a check counts as one.

type Count = { passed: number; failed: number };

const npm = (script: string) => () => runTool(["npm", "run", "--silent", script]);
const interrupted = new AbortController();
const reports = await mkdtemp(path.join(tmpdir(), "formulary-reports-"));
const total: Count = { passed: 0, failed: 0 };

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"] as const) {
  process.once(signal, () => interrupted.abort());
}

await check("system packages", async () => ensureSystemPackages());
await check("generated code", async () => {
  await ensureClient();
  await runTool(["next", "typegen"]);
});
await check("types", npm("types"));
await check("lint", npm("lint"));
await check("import rules", npm("rules"));
await check("dead code", npm("dead"));
await check("schema drift", npm("drift"));
await stage("unit and integration tests", unitTests);
await check("build", () => ensureScreens(interrupted.signal));
if (findChromium()) await stage("browser tests", browserTests);

await rm(reports, { recursive: true, force: true });
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 || interrupted.signal.aborted ? 1 : 0);

/** A stage that is well or not; it prints nothing unless it is not. */
function check(name: string, run: () => Promise<unknown>): Promise<void> {
  return stage(name, async () => {
    await run();
    return { passed: 1, failed: 0 };
  });
}

async function stage(name: string, run: () => Promise<Count>): Promise<void> {
  if (interrupted.signal.aborted) return;
  const startedAt = performance.now();
  const { passed, failed } = await run().catch((error: Error): Count => {
    console.error(error.message);
    return { passed: 0, failed: 1 };
  });
  total.passed += passed;
  total.failed += failed;
  console.log(`${failed ? "✖" : "✔"} ${name}  ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numFailedTestSuites: z.number(),
});

async function unitTests(): Promise<Count> {
  const file = path.join(reports, "vitest.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const code = await follow(["vitest", "run", "--coverage", ...reporters]);
  const report = vitestReport.parse(JSON.parse(await readFile(file, "utf8")));
  const failed = Math.max(report.numFailedTests, Math.min(report.numFailedTestSuites, 1));
  return { passed: report.numPassedTests, failed: atLeastOneIf(code !== 0, failed) };
}

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

async function browserTests(): Promise<Count> {
  const file = path.join(reports, "playwright.json");
  const command = ["playwright", "test", "--config=e2e/playwright.config.ts", "--reporter=list,json"];
  const code = await follow(command, { PLAYWRIGHT_JSON_OUTPUT_NAME: file });
  const { stats } = playwrightReport.parse(JSON.parse(await readFile(file, "utf8")));
  return { passed: stats.expected, failed: atLeastOneIf(code !== 0, stats.unexpected + stats.flaky) };
}

/** Such as coverage below its threshold, or a file that could not be loaded. */
const atLeastOneIf = (isBad: boolean, failed: number) => (isBad ? Math.max(failed, 1) : failed);

/** Runs a tool whose progress is worth seeing; answers its exit code, when nothing that it started is left. */
async function follow([command, ...args]: string[], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(path.join(ROOT, "node_modules/.bin", command ?? ""), args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ["ignore", "inherit", "inherit"],
    detached: true,
  });
  const onInterrupt = () => signalGroup(child, "SIGTERM");
  interrupted.signal.addEventListener("abort", onInterrupt);
  const code = await new Promise<number>((resolve) => child.once("exit", (exitCode) => resolve(exitCode ?? 1)));
  interrupted.signal.removeEventListener("abort", onInterrupt);
  signalGroup(child, "SIGKILL");
  return code;
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid) process.kill(-child.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
