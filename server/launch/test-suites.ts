import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { PROCESSES } from "../testing/process-file.ts";
import { buildProcesses } from "./build-server.ts";
import { interruptWhenWeEnd } from "./guardian.ts";
import { BUILT } from "./node24.mjs";
import { ROOT } from "./run-tool.ts";

/** `failures`: file, name and message of each failed test, as far as the tool reports them. */
export type Count = { passed: number; failed: number; failures: string[] };

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numFailedTestSuites: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
});

/**
 * Code with a coverage threshold, which its own tests must reach: measuring coverage everywhere would slow down all
 * other tests.
 */
const COVERED = ["server/formula", "server/account"];

/** Vitest over the folders with a coverage threshold. Coverage below its threshold counts as a failure. */
export const coveredTests = (signal: AbortSignal) =>
  // V8 counts only whole functions of code that comes from the compile cache.
  vitest(signal, ["--coverage", ...COVERED], { NODE_DISABLE_COMPILE_CACHE: "1" });

/** The first start of a fresh checkout, whose screens the browser tests use as well. */
const NEWCOMER = "e2e/journey.test.ts";

/** Vitest over the first start. It prints its output when it has finished, since checks run at the same time. */
export const newcomerTests = (signal: AbortSignal) => vitest(signal, [NEWCOMER], {}, "afterwards");

/** The folder of the processes that tests start, beside that of the product. */
const BUILT_PROCESSES = "dist-tests";

/** Vitest over all others, with real Postgres and a real broker. */
export async function unitTests(signal: AbortSignal): Promise<Count> {
  const others = [...COVERED.map((room) => `${room}/**`), NEWCOMER].map((files) => `--exclude=${files}`);
  await buildProcesses(BUILT_PROCESSES, PROCESSES);
  return vitest(signal, others, { BUILT_PROCESSES });
}

const vitest = (signal: AbortSignal, which: string[], env: Record<string, string> = {}, prints?: "afterwards") =>
  count(signal, async (file) => {
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
    const code = await follow(signal, ["vitest", "run", ...which, ...reporters], env, prints && `${file}.log`);
    const report = vitestReport.parse(JSON.parse(await readFile(file, "utf8")));
    // A file that failed to load has no tests that could fail.
    const failed = Math.max(report.numFailedTests, Math.min(report.numFailedTestSuites, 1));
    const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
      const tests = assertionResults.filter((test) => test.status === "failed");
      if (status === "failed" && tests.length === 0) return failure(name, "", message);
      return tests.map((test) => failure(name, test.fullName, test.failureMessages.join("\n")));
    });
    return { code, passed: report.numPassedTests, failed, failures };
  });

/** Only the beginning of a message: the whole message is in the output of the test. */
const failure = (file: string, test: string, message: string) =>
  `${path.relative(ROOT, path.resolve(ROOT, file))} ${test}\n${message.split("\n").slice(0, 12).join("\n")}`;

type PlaywrightSuite = z.infer<typeof playwrightSuite>;

const playwrightSuite = z.object({
  file: z.string(),
  specs: z.array(
    z.object({
      title: z.string(),
      tests: z.array(
        z.object({
          status: z.string(),
          results: z.array(z.object({ errors: z.array(z.object({ message: z.string().optional() })) })),
        }),
      ),
    }),
  ),
  get suites(): z.ZodOptional<z.ZodArray<typeof playwrightSuite>> {
    return z.array(playwrightSuite).optional();
  },
});

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  suites: z.array(playwrightSuite),
  errors: z.array(z.object({ message: z.string().optional() })),
});

const failuresOf = ({ file, specs, suites = [] }: PlaywrightSuite): string[] => [
  ...specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status !== "expected")
      .map(({ status, results }) => {
        const messages = results.flatMap(({ errors }) => errors.map(({ message = "" }) => message));
        return failure(path.join("e2e", file), title, [status, ...messages].join("\n"));
      }),
  ),
  ...suites.flatMap(failuresOf),
];

/** On a terminal a line for each test; a log needs none for those that pass. */
const progress = process.stdout.isTTY ? "list" : "dot";

/**
 * Playwright, against a product that it starts itself. A test that passes only at the second attempt counts as failed.
 */
export const browserTests = (signal: AbortSignal) =>
  count(signal, async (file) => {
    const command = ["playwright", "test", "--config=e2e/playwright.config.ts", `--reporter=${progress},json`];
    const code = await follow(signal, command, { PLAYWRIGHT_JSON_OUTPUT_NAME: file });
    const { stats, suites, errors } = playwrightReport.parse(JSON.parse(await readFile(file, "utf8")));
    const failures = [...suites.flatMap(failuresOf), ...errors.map(({ message = "" }) => message)];
    return { code, passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped, failures };
  });

const chaosReport = z.object({
  seed: z.string(),
  verdicts: z.array(z.object({ rule: z.string(), violations: z.array(z.string()) })),
});

/** Every fault strikes once. The load is a twelfth of the usual one, so that the other stages have the processors. */
const CHAOS = ["--minutes=5", "--pace=12", "--pause=5"];

/** A copy of the built server: tests that start the product may build it again, while its processes still load files. */
const BUILT_SERVER = "dist-chaos";

/**
 * Faults under load, against a product of its own. Each rule counts as a test. It prints its output when it has finished,
 * since other tests run at the same time.
 */
export const chaosTests = (signal: AbortSignal) =>
  count(signal, async (file) => {
    const log = `${file}.log`;
    await rm(path.join(ROOT, BUILT_SERVER), { recursive: true, force: true });
    await cp(path.join(ROOT, BUILT), path.join(ROOT, BUILT_SERVER), { recursive: true });
    const command = [process.execPath, "e2e/chaos/main.ts", ...CHAOS, `--report=${file}`];
    const code = await follow(signal, command, { BUILT_SERVER }, log);
    const text = await readFile(file, "utf8").catch(() => undefined);
    if (text === undefined) {
      const messages = (await readFile(log, "utf8")).split("\n").slice(-12).join("\n");
      return { code, passed: 0, failed: 1, failures: [failure("e2e/chaos", "has no report", messages)] };
    }
    const { seed, verdicts } = chaosReport.parse(JSON.parse(text));
    const violated = verdicts.filter(({ violations }) => violations.length > 0);
    const again = `npm run chaos -- ${CHAOS.join(" ")} --seed=${seed}`;
    const failures = violated.map(({ rule, violations }) =>
      failure("e2e/chaos", rule, [again, ...violations].join("\n")),
    );
    return { code, passed: verdicts.length - violated.length, failed: violated.length, failures };
  });

type Outcome = Count & { code: number };

async function count(signal: AbortSignal, run: (reportFile: string) => Promise<Outcome>): Promise<Count> {
  const folder = await mkdtemp(path.join(tmpdir(), "formulary-report-"));
  try {
    const { code, failed, ...outcome } = await run(path.join(folder, "report.json"));
    return { ...outcome, failed: code === 0 || signal.aborted ? failed : Math.max(failed, 1) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Runs a tool and returns its exit code once all processes that it started have exited. Its progress is visible, or
 * collected in the file `log` and printed afterwards.
 */
async function follow(
  signal: AbortSignal,
  [command, ...args]: string[],
  env: Record<string, string> = {},
  log?: string,
): Promise<number> {
  const output = log === undefined ? undefined : openSync(log, "w");
  const child = spawn(path.resolve(ROOT, "node_modules/.bin", command ?? ""), args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ["ignore", output ?? "inherit", output ?? "inherit"],
    detached: true,
  });
  if (output !== undefined) closeSync(output);
  const guardian = child.pid && interruptWhenWeEnd(-child.pid);
  const onInterrupt = () => signalGroup(child, "SIGTERM");
  signal.addEventListener("abort", onInterrupt);
  const code = await new Promise<number>((resolve) => child.once("exit", (exitCode) => resolve(exitCode ?? 1)));
  signal.removeEventListener("abort", onInterrupt);
  signalGroup(child, "SIGKILL");
  if (guardian) guardian.kill("SIGKILL");
  if (log !== undefined) process.stdout.write(await readFile(log));
  return code;
}

function signalGroup(child: ChildProcess, name: NodeJS.Signals): void {
  try {
    if (child.pid) process.kill(-child.pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
