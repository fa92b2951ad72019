import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { pluralize } from "../../server/pluralize.ts";
import { seeded } from "../../server/testing/seeded.ts";
import { FAULTS } from "./faults.ts";
import { judge, type Period, type Verdict } from "./judge.ts";
import { newLedger } from "./ledger.ts";
import { load } from "./load.ts";
import { type System, startSystem } from "./system.ts";

const HELP = `npm run chaos [-- --minutes 2] [--seed 123] [--pace 4] [--no-broker]

Mixed load of two organizations while processes, networks, the database, the broker, the provider and clocks fail, one
fault after the other; then a quiet phase; then what the clients were told is compared with the database and with what
the provider recorded. Exits with 1 if a rule is violated. A seed repeats the choice of faults; a
pace of 4 makes the load four times as slow.`;

const QUIET_MS = 120_000;

const { values } = parseArgs({
  allowNegative: true,
  options: {
    minutes: { type: "string", default: "2" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 1e9)) },
    pace: { type: "string", default: "1" },
    broker: { type: "boolean", default: true },
    help: { type: "boolean" },
  },
});
const minutes = Number(values.minutes);
const pace = Number(values.pace);
if (values.help || !(minutes > 0) || !(pace > 0) || !Number.isInteger(Number(values.seed))) {
  console.log(HELP);
  process.exit(values.help ? 0 : 2);
}
console.log(`chaos for ${minutes} min, --seed ${values.seed}`);

const system = await startSystem({ hasBroker: values.broker });
try {
  const ledger = newLedger();
  const until = performance.now() + minutes * 60_000;
  const { customers, product } = system;
  const [, faults] = await Promise.all([
    load({ api: product.api, customers, ledger, pace }, until),
    disturb(system, until),
  ]);
  const verdicts = await afterwards(() => judge(system, ledger, faults));
  const { executions, orders, news, refused } = ledger;
  console.log(
    `${pluralize(faults.length, "fault")}. Acknowledged: ${pluralize(executions.size, "execution")}, ${pluralize(orders.size, "order")}, ${pluralize(news.size, "notification")}; ${pluralize(refused.length, "request")} given up.`,
  );
  for (const request of refused.slice(0, 10)) console.log(`    ${request}`);
  for (const { rule, violations } of verdicts) {
    console.log(`${violations.length === 0 ? "✔" : `✖ ${violations.length}`} ${rule}`);
    for (const violation of violations.slice(0, 10)) console.log(`    ${violation}`);
  }
  process.exitCode = verdicts.some(({ violations }) => violations.length > 0) ? 1 : 0;
} finally {
  await system.stop();
}

/** One fault every few seconds, each kind in turn in an order that the seed decides. Returns when they were. */
async function disturb(system: System, until: number): Promise<Period[]> {
  const random = seeded(Number(values.seed));
  const possible = FAULTS.filter(({ needs }) => needs !== "broker" || system.broker);
  let left: (typeof FAULTS)[number][] = [];
  const periods: Period[] = [];
  for (await pause(3000); performance.now() < until; await pause(2000 + random() * 3000)) {
    if (left.length === 0) left = [...possible];
    const [fault] = left.splice(Math.floor(random() * left.length), 1);
    if (!fault) continue;
    console.log(`${String(Math.round((until - performance.now()) / 1000)).padStart(5)} s left: ${fault.name}`);
    const began = await databaseTime(system);
    await fault.inject(system, random);
    periods.push({ began, ended: await databaseTime(system) });
  }
  return periods;
}

async function databaseTime({ sql }: System): Promise<number> {
  const [row] = await sql<{ ms: number }>("select extract(epoch from clock_timestamp())::float8 * 1000 as ms");
  return row?.ms ?? 0;
}

/** The product may need a while to finish: the verdict counts once all rules hold, or after two minutes. */
async function afterwards(look: () => Promise<Verdict[]>): Promise<Verdict[]> {
  for (const deadline = performance.now() + QUIET_MS; ; await pause(1000)) {
    const verdicts = await look();
    if (performance.now() > deadline || verdicts.every(({ violations }) => violations.length === 0)) return verdicts;
  }
}
