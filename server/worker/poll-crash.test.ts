import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aPolledInstance, aPolledProvider, CONTACTS, type PolledProvider } from "#server/testing/polled.ts";
import { processFile } from "#server/testing/process-file.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { seeded } from "#server/testing/seeded.ts";

const KILLS = 50;
const INSTANCES = 12;
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1e6));

let api: RunningApi;
let provider: PolledProvider;
const pollers = new Set<ChildProcess>();

beforeAll(async () => {
  api = await aRunningApi({ works: false });
  provider = await aPolledProvider();
});
afterAll(async () => {
  for (const poller of pollers) poller.kill("SIGKILL");
  await api.close();
  await provider.close();
});

async function start(): Promise<ChildProcess> {
  const env = { ...process.env, DATABASE_URL: api.app.databaseUrl, POLL_UNIT_MS: "200" };
  const child = fork(processFile("polling"), { env });
  pollers.add(child);
  await once(child, "message");
  return child;
}

test(`S7: ${KILLS} SIGKILLs between the page read and the cursor saved lose and double nothing (seed ${SEED})`, {
  timeout: 600_000,
}, async () => {
  const random = seeded(SEED);
  const created = await api.fetch("/elements", { as: api.as, method: "POST", body: provider.element() });
  const entries = { contacts: { ...CONTACTS, pageSize: 40 } };
  const ids: number[] = [];
  for (let n = 0; n < INSTANCES; n++)
    ids.push((await aPolledInstance(api, { elementId: created.body.id, entries })).body.id);

  // Objects are created and changed all the time; each version of each object is one event per instance.
  const versions: string[] = [];
  let changedAt = 0;
  const change = () => {
    const at = Date.now();
    if (at - changedAt < 200) return;
    changedAt = at;
    const id = String(random() < 0.5 ? provider.state.rows.length : Math.floor(random() * provider.state.rows.length));
    const present = provider.state.rows.find((row) => row.id === id);
    if (present && Date.parse(present.updated) > at - 4000) return;
    const updated = new Date(at).toISOString();
    if (present) provider.state.rows.splice(provider.state.rows.indexOf(present), 1);
    provider.state.rows.push({ id, updated, created: present?.created ?? updated });
    versions.push(`${id} ${updated}`);
  };

  let kills = 0;
  let poller = await start();
  while (kills < KILLS) {
    const [victim, responsesLeft] = [poller, Math.floor(random() * 12)];
    let replies = 0;
    const killed = new Promise<void>((resolve) => {
      victim.once("exit", () => resolve());
      // The page has just been sent: the poller is now reading it and saving the cursor.
      provider.state.onResponse = () => {
        change();
        if (replies++ === responsesLeft) setTimeout(() => victim.kill("SIGKILL"), random() * 12);
      };
    });
    // Two at a time, so that they also compete with each other.
    poller = await start();
    await killed;
    pollers.delete(victim);
    kills++;
  }
  provider.state.onResponse = () => {};

  const reported = async () => {
    const { rows } = await api.app.db.pool.query<{ instance: number; objects: string }>(
      "select element_instance_id as instance, objects from event",
    );
    return rows.flatMap(({ instance, objects }) =>
      JSON.parse(objects).map(
        ({ objectId, date }: { objectId: string; date: string }) => `${instance}: ${objectId} ${date}`,
      ),
    );
  };
  // A version that was replaced before a poll was never returned; the last version of each object was returned to all.
  const last = provider.state.rows.flatMap(({ id, updated }) => ids.map((instance) => `${instance}: ${id} ${updated}`));
  const deadline = Date.now() + 60_000;
  let all: string[] = [];
  do {
    await pause(500);
    all = await reported();
  } while (Date.now() < deadline && !last.every((one) => all.includes(one)));
  await pause(2000);
  all = await reported();

  const valid = new Set(ids.flatMap((instance) => versions.map((version) => `${instance}: ${version}`)));
  expect(last.filter((one) => !all.includes(one))).toEqual([]);
  expect(all.filter((one, index) => all.indexOf(one) !== index)).toEqual([]);
  expect(all.filter((one) => !valid.has(one))).toEqual([]);
  expect(kills).toBe(KILLS);
  expect(all.length).toBeGreaterThan(KILLS);
});
