import { ensureClient, ensureScreens, ensureServer } from "./ensure-build.ts";
import { runTool } from "./run-tool.ts";
import { ensureSystemPackages, findChromium } from "./system-packages.ts";
import { browserTests, type Count, chaosTests, coveredTests, newcomerTests, unitTests } from "./test-suites.ts";

// `npm test`: every check and every test of the repository, in stages from quick to slow. Stages that wait a part of
// their time run in parallel. Later stages run even if earlier ones failed.
// Failures are repeated at the end, after the output of all stages. The last line is `N passed, N failed`: a check
// counts as one.

const SHOWN = 4;
const interrupted = new AbortController();
const npm = (script: string) => () => runTool(["npm", "run", "--silent", script], { signal: interrupted.signal });
const total: Count = { passed: 0, failed: 0, failures: [] };

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"] as const) {
  process.once(signal, () => interrupted.abort());
}

await check("system packages", async () => ensureSystemPackages());
await check("generated code", async () => {
  await ensureClient();
  await runTool(["next", "typegen"]);
});
await check("server", () => ensureServer(interrupted.signal));
await Promise.all([
  // Beside everything else, since it waits most of its time.
  stage("five minutes of chaos", () => chaosTests(interrupted.signal)),
  checksAndTests(),
]);

printFailures(total.failures);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 || interrupted.signal.aborted ? 1 : 0);

async function checksAndTests(): Promise<void> {
  await Promise.all([
    stage("first start of a fresh checkout", () => newcomerTests(interrupted.signal)),
    check("types", npm("types")),
    oneByOne([
      ["lint", "lint"],
      ["import rules", "rules"],
      ["dead code", "dead"],
      ["schema drift", "drift"],
    ]),
  ]);
  await check("build", () => ensureScreens(interrupted.signal));
  await stage("tests with coverage", () => coveredTests(interrupted.signal));
  // One after the other: in parallel, processes that tests start and kill take a minute instead of seconds.
  await stage("unit and integration tests", () => unitTests(interrupted.signal));
  if (findChromium()) await stage("browser tests", () => browserTests(interrupted.signal));
}

async function oneByOne(checks: [name: string, script: string][]): Promise<void> {
  for (const [name, script] of checks) await check(name, npm(script));
}

/** All of them by name, and what the first ones say: a screen full. */
function printFailures(failures: string[]): void {
  for (const failure of failures.slice(0, SHOWN)) console.log(`\n✖ ${failure}`);
  if (failures.length <= SHOWN) return;
  console.log(`\nAnd ${failures.length - SHOWN} more:`);
  for (const failure of failures.slice(SHOWN)) console.log(`✖ ${failure.split("\n", 1)}`);
}

/** A stage that passes or fails; it prints its output only if it fails. */
function check(name: string, run: () => Promise<unknown>): Promise<void> {
  return stage(name, async () => {
    await run();
    return { passed: 1, failed: 0, failures: [] };
  });
}

async function stage(name: string, run: () => Promise<Count>): Promise<void> {
  if (interrupted.signal.aborted) return;
  const startedAt = performance.now();
  const { passed, failed, failures } = await run().catch((error: Error): Count => {
    console.error(error.message);
    return { passed: 0, failed: 1, failures: [`${name}\n${error.message.split("\n").slice(0, 30).join("\n")}`] };
  });
  total.passed += passed;
  total.failed += failed;
  total.failures.push(...failures);
  console.log(`${failed ? "✖" : "✔"} ${name}  ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}
