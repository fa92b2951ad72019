import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aScheduledFormula } from "#server/testing/formulas.ts";
import { aPolledInstance, aPolledProvider, type PolledProvider } from "#server/testing/polled.ts";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { aWebProcess, type WebProcess } from "#server/testing/web-process.ts";
import { aWorkerProcess, type WorkerProcess } from "#server/testing/worker-process.ts";

const HOUR = 3_600_000;
/** By how much the clocks of the two workers are off in each phase. */
const JUMPS = [
  [HOUR, -HOUR],
  [-HOUR, HOUR],
  [0, 24 * HOUR],
] as const;
const SCHEDULES = 20;
const ROWS = 12;
const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

let api: RunningApi;
let provider: PolledProvider;
let receiver: AProvider;
const processes: (WebProcess | WorkerProcess)[] = [];

beforeAll(async () => {
  api = await aRunningApi({ works: false });
  provider = await aPolledProvider();
  const seen = new Set<unknown>();
  // Every other callback is accepted at the second attempt only.
  receiver = await aProvider((request, response) => {
    const id = request.headers["webhook-id"];
    const isTaken = seen.has(id) || seen.size % 2 === 0;
    seen.add(id);
    response.writeHead(isTaken ? 200 : 500).end();
  });
});
afterAll(async () => {
  await Promise.all(processes.map((one) => one.kill()));
  await Promise.all([api.close(), provider.close(), receiver.close()]);
});

const clock = new URL("../testing/jumping-clock.ts", import.meta.url).href;
const env = { NODE_OPTIONS: `--import ${clock}`, POLL_UNIT_MS: "200", DELIVERY_UNIT_MS: "20", LOG_LEVEL: "info" };
const started = async <Process extends WebProcess | WorkerProcess>(starting: Promise<Process>) => {
  const process = await starting;
  processes.push(process);
  return process;
};

async function jump(child: ChildProcess, jumpMs: number) {
  const pending = once(child, "message");
  child.send({ jumpMs });
  const [{ jumped }] = await pending;
  expect(Math.abs(Date.parse(jumped) - Date.now() - jumpMs)).toBeLessThan(5000);
}

const rowsOf = async (text: string, ...values: unknown[]) => (await api.app.db.pool.query(text, values)).rows;

/** A polled instance that notifies the receiver, created by a web process whose clock is an hour fast. */
async function aNotifyingInstance() {
  const web = await started(aWebProcess(api.app.databaseUrl, env));
  await jump(web.child, HOUR);
  const created = await api.fetch("/elements", { as: api.as, method: "POST", body: provider.element() });
  const more = {
    "event.notification.callback.url": receiver.url,
    "event.notification.signature.key": SECRET,
  };
  const viaWeb = async (path: string, { method, body }: { method?: string; body?: unknown } = {}) => {
    const headers = { authorization: api.as.authorization, "content-type": "application/json" };
    const reply = await fetch(web.api + path, { method: method ?? "GET", headers, body: JSON.stringify(body) });
    return { status: reply.status, body: await reply.json() };
  };
  const { status, body } = await aPolledInstance(
    { ...api, fetch: viaWeb as RunningApi["fetch"] },
    {
      elementId: created.body.id,
      more,
    },
  );
  expect(status).toBe(200);
  return body.id as number;
}

/** Schedules that are due now, and next in an hour: the start of this minute may be long enough ago to be late. */
async function dueNow(phase: number) {
  const { formulaInstanceId } = await api.aRunnable(aScheduledFormula());
  await rowsOf("delete from schedule where formula_instance_id = $1", formulaInstanceId);
  const [{ minute }] = await rowsOf("select extract(minute from now())::int as minute");
  const ids = await rowsOf(
    `insert into schedule (id, organization_id, account_id, user_id, name, call, cron, next_run_at)
     select gen_random_uuid(), organization_id, account_id, user_id, $2 || n, '{"method":"GET","uri":"/hubs","query":{},"headers":{}}',
       $3, now() from formula_instance, generate_series(1, $4) n where id = $1 returning id`,
    formulaInstanceId,
    `phase ${phase}, `,
    `0 ${minute} 0/1 1/1 * ? *`,
    SCHEDULES,
  );
  await rowsOf(
    `insert into schedule (id, organization_id, formula_instance_id, cron, next_run_at)
     select gen_random_uuid(), organization_id, id, $2, now() from formula_instance where id = $1`,
    formulaInstanceId,
    `0 ${minute} 0/1 1/1 * ? *`,
  );
  return { formulaInstanceId, ids: ids.map(({ id }) => id as string) };
}

/** The database's clock decides, not that of a process. */
test("clocks that jump, forward and back, lose and double no schedule, poll or delivery (fault 32)", {
  timeout: 240_000,
}, async () => {
  const workers = await Promise.all([0, 1].map(() => started(aWorkerProcess(api.app.databaseUrl, env))));
  const instance = await aNotifyingInstance();
  const shown: string[] = [];
  for (const [phase, jumps] of JUMPS.entries()) {
    await Promise.all(workers.map(({ child }, n) => jump(child, jumps[n] ?? 0)));
    const due = await dueNow(phase);
    for (let n = 0; n < ROWS; n++) {
      const id = `${phase}-${n}`;
      const updated = new Date().toISOString();
      provider.state.rows.push({ id, updated, created: updated });
      shown.push(id);
      await pause(20);
    }

    const runs = () =>
      rowsOf(
        `select schedule_id, count(*)::int as count, bool_and(state = 'success') as done from job_run
         where schedule_id = any($1) group by schedule_id`,
        due.ids,
      );
    await expect
      .poll(async () => (await runs()).filter(({ done }) => done).length, { timeout: 30_000 })
      .toBe(SCHEDULES);
    await expect.poll(async () => new Set(await notifiedOf(instance)).size, { timeout: 30_000 }).toBe(shown.length);
    await pause(1000);
    expect((await runs()).every(({ count }) => count === 1)).toBe(true);
    expect(
      await rowsOf(
        "select count(*)::int as n, bool_or(late) as late from execution where formula_instance_id = $1",
        due.formulaInstanceId,
      ),
    ).toEqual([{ n: 1, late: false }]);
    expect(
      await rowsOf(
        `select count(*)::int as n from schedule where id = any($1)
         and next_run_at > now() and next_run_at <= now() + interval '1 hour'`,
        due.ids,
      ),
    ).toEqual([{ n: SCHEDULES }]);
  }

  const events = await notifiedOf(instance);
  expect(events.toSorted()).toEqual(shown.toSorted());
  await expect
    .poll(() => rowsOf("select count(*)::int as n from delivery where status <> 'delivered'"))
    .toEqual([{ n: 0 }]);
  // An accepted callback has no other attempt, and each is signed with the present time.
  const deliveries = await rowsOf("select webhook_id::text as id, attempts from delivery");
  expect(receiver.requests).toHaveLength(deliveries.reduce((sum, { attempts }) => sum + attempts, 0));
  expect(new Set(receiver.requests.map(({ headers }) => headers["webhook-id"]))).toEqual(
    new Set(deliveries.map(({ id }) => id)),
  );
  expect(deliveries.every(({ attempts }) => attempts <= 2)).toBe(true);
  const signed = new Webhook(SECRET);
  for (const { body, headers } of receiver.requests) signed.verify(body, headers as Record<string, string>);
  expect(await rowsOf("select id from event where abs(extract(epoch from now() - created_at)) > 300")).toEqual([]);
});

async function notifiedOf(id: number): Promise<string[]> {
  const rows = await rowsOf("select objects from event where element_instance_id = $1", id);
  return rows.flatMap(({ objects }) => JSON.parse(objects).map(({ objectId }: { objectId: string }) => objectId));
}
