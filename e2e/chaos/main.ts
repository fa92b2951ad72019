import { writeFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { pluralize } from "../../server/pluralize.ts";
import { seeded } from "../../server/testing/seeded.ts";
import { FAULTS } from "./faults.ts";
import { ENOUGH, judge, type Period, type Report, type Verdict } from "./judge.ts";
import { newLedger } from "./ledger.ts";
import { load } from "./load.ts";
import { type System, startSystem } from "./system.ts";

const HELP = `npm run chaos [-- --minutes 2] [--seed 123] [--pace 4] [--pause 8] [--no-broker] [--report file]

Mixed load of two organizations while processes, networks, the database, the broker, the provider and clocks fail, one
fault after the other, each at least once; then a calm phase; then what the clients were told is compared with the
database and with what the provider recorded. Exits with 1 if a rule is violated. A seed repeats the choice of faults; a
pace of 4 makes the load four times as slow; --pause is the usual time between two faults, in seconds.`;

/** How long nothing may change before rules that do not hold yet are violated. */
const PATIENCE_MS = 120_000;
/** Load without faults, in which nothing may be repeated. */
const CALM_MS = 25_000;

const { values } = parseArgs({
  allowNegative: true,
  options: {
    minutes: { type: "string", default: "2" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 1e9)) },
    pace: { type: "string", default: "1" },
    pause: { type: "string", default: "3.5" },
    broker: { type: "boolean", default: true },
    report: { type: "string" },
    help: { type: "boolean" },
  },
});
const numbers = [values.minutes, values.pace, values.pause].map(Number);
const [minutes = 0, pace = 1, usualPause = 1] = numbers;
if (values.help || !numbers.every((number) => number > 0) || !Number.isInteger(Number(values.seed))) {
  console.log(HELP);
  process.exit(values.help ? 0 : 2);
}
console.log(`chaos for ${minutes} min, --seed ${values.seed}`);

const system = await startSystem({ hasBroker: values.broker });
try {
  const ledger = newLedger();
  const { customers, product } = system;
  let isOver = false;
  const [wanting, faults] = await Promise.all([
    load({ api: product.api, customers, ledger, pace }, () => isOver),
    disturb(system).finally(() => {
      isOver = true;
    }),
  ]);
  const verdicts = [...(await afterwards(() => judge(system, ledger, faults))), { rule: ENOUGH, violations: wanting }];
  const { executions, orders, news, refused } = ledger;
  console.log(
    `${pluralize(faults.length, "fault")}. Acknowledged: ${pluralize(executions.size, "execution")}, ${pluralize(orders.size, "order")}, ${pluralize(news.size, "notification")}; ${pluralize(refused.length, "request")} given up.`,
  );
  for (const request of refused.slice(0, 10)) console.log(`    ${request}`);
  for (const { rule, violations } of verdicts) {
    console.log(`${violations.length === 0 ? "✔" : `✖ ${violations.length}`} ${rule}`);
    for (const violation of violations.slice(0, 10)) console.log(`    ${violation}`);
  }
  if (values.report) await writeFile(values.report, JSON.stringify({ seed: values.seed, verdicts } satisfies Report));
  process.exitCode = verdicts.some(({ violations }) => violations.length > 0) ? 1 : 0;
} finally {
  await system.stop();
}

/**
 * One fault after the other, each kind in turn in an order that the seed decides, until the time is over and each has
 * struck; then nothing for a while. Returns when they were.
 */
async function disturb(system: System): Promise<Period[]> {
  const random = seeded(Number(values.seed));
  const possible = FAULTS.filter(({ needs }) => needs !== "broker" || system.broker);
  let left = [...possible];
  const periods: Period[] = [];
  const until = performance.now() + minutes * 60_000 - CALM_MS;
  for (await pause(3000); performance.now() < until || periods.length < possible.length; ) {
    if (left.length === 0) left = [...possible];
    const [fault] = left.splice(Math.floor(random() * left.length), 1);
    if (!fault) continue;
    console.log(`${String(Math.round((until - performance.now()) / 1000)).padStart(5)} s left: ${fault.name}`);
    const began = await databaseTime(system);
    await fault.inject(system, random);
    await system.recovered(fault.name);
    periods.push({ began, ended: await databaseTime(system) });
    await pause((0.5 + random()) * usualPause * 1000);
  }
  await pause(CALM_MS);
  return periods;
}

async function databaseTime({ sql }: System): Promise<number> {
  const [row] = await sql<{ ms: number }>("select extract(epoch from clock_timestamp())::float8 * 1000 as ms");
  return row?.ms ?? 0;
}

/**
 * The product may need a while to finish: the verdict counts once all rules hold, or nothing has changed for two minutes.
 */
async function afterwards(look: () => Promise<Verdict[]>): Promise<Verdict[]> {
  let last = "";
  for (let deadline = performance.now() + PATIENCE_MS; ; await pause(3000)) {
    const verdicts = await look();
    const now = JSON.stringify(verdicts);
    if (now !== last) deadline = performance.now() + PATIENCE_MS;
    last = now;
    if (performance.now() > deadline || verdicts.every(({ violations }) => violations.length === 0)) return verdicts;
  }
}
