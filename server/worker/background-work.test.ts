import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { type JobQueues, openJobQueues } from "#server/outside/job-queues.ts";
import { inTransaction } from "#server/store/database/transaction.ts";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";
import { startBackgroundWork } from "./background-work.ts";
import { jobQueue } from "./queue.ts";

let api: TestApi;
let acme: TestOrganization;
let other: TestOrganization;
const opened: JobQueues[] = [];
const started: Awaited<ReturnType<typeof startBackgroundWork>>[] = [];

/** The outcomes of the handler for the next greetings, by their text. */
let greet: (text: string) => Promise<void> | void = () => {};
const greeted: string[] = [];
const givenUp: string[] = [];

/** A queue that exists only in this test. It is one row and one handler, as `docs/architecture.md` says. */
const greetings = jobQueue({
  name: "greetings",
  payload: z.object({ organizationId: z.int(), accountId: z.int(), text: z.string() }),
  concurrency: 2,
  perOrganization: 1,
  async handle({ text }) {
    greeted.push(text);
    await greet(text);
  },
  retries: { limit: 1, delaySeconds: 1 },
  expireSeconds: 2,
  due: {
    everyMs: 50,
    async claim(client, { limit }) {
      const { rows } = await client.query(
        `delete from greeting where ctid in (select ctid from greeting where due_at <= now() limit $1 for update skip locked)
         returning organization_id as "organizationId", account_id as "accountId", text`,
        [limit],
      );
      return rows;
    },
  },
  giveUp: async ({ text }) => void givenUp.push(text),
  hasDeadLetters: true,
});

beforeAll(async () => {
  api = await anApi();
  [acme, other] = [await anOrganization(api.app), await anOrganization(api.app)];
  await api.app.db.pool.query(
    "create table greeting (organization_id int, account_id int, text text, due_at timestamptz default now())",
  );
  for (let process = 0; process < 2; process++) await startProcess();
  Object.assign(api.app, { jobs: opened[0] });
});
afterEach(() => {
  greet = () => {};
});
afterAll(async () => {
  await Promise.all(started.map((background) => background.stop()));
  await Promise.all(opened.map((jobs) => jobs.close()));
  await api.close();
});

async function startProcess() {
  const jobs = await openJobQueues(api.app.db.jobs, {
    works: true,
    monitorSeconds: 1,
    onError: () => {},
  });
  opened.push(jobs);
  started.push(await startBackgroundWork(api.app, { queues: [greetings], jobs }));
}

const payload = (text: string, { id, accountId } = acme) => ({ organizationId: id, accountId, text });
const send = (...texts: string[]) =>
  inTransaction(api.app.db.pool, (client) =>
    api.app.jobs.send(
      "greetings",
      texts.map((text) => payload(text)),
      client,
    ),
  );
const times = (text: string) => greeted.filter((one) => one === text).length;
const deadLetters = (query = "", as = acme.administrator) => api.fetch(`/dead-letters${query}`, { as });
const retry = (id: number, as = acme.administrator) => api.fetch(`/dead-letters/${id}/retry`, { as, method: "PUT" });

describe("a queue that is one row of the table", () => {
  test("runs what is sent, and nothing of a transaction that was rolled back", async () => {
    await expect(
      inTransaction(api.app.db.pool, async (client) => {
        await api.app.jobs.send("greetings", [payload("never")], client);
        throw new Error("rolled back");
      }),
    ).rejects.toThrow("rolled back");
    await send("hello");
    await expect.poll(() => times("hello")).toBe(1);
    expect(times("never")).toBe(0);
  });

  test("is sent what is due in its own rows, once, by however many processes", async () => {
    const texts = Array.from({ length: 20 }, (_, n) => `due ${n}`);
    await api.app.db.pool.query(
      "insert into greeting (organization_id, account_id, text) select $1, $2, unnest($3::text[])",
      [acme.id, acme.accountId, texts],
    );
    await expect.poll(() => texts.every((text) => times(text) > 0)).toBe(true);
    expect(texts.every((text) => times(text) === 1)).toBe(true);
  });

  test("runs a failed job again, later", async () => {
    greet = (text) => {
      if (times(text) === 1) throw new Error("not yet");
    };
    await send("second time lucky");
    await expect.poll(() => times("second time lucky")).toBe(2);
    expect((await deadLetters()).body).toEqual([]);
  });

  test("runs a job again whose worker died over it", async () => {
    const jobs = await openJobQueues(api.app.db.jobs, { works: false, onError: () => {} });
    await jobs.define([{ name: "greetings-lost", retries: { limit: 1, delaySeconds: 1 }, expireSeconds: 1 }]);
    await inTransaction(api.app.db.pool, (client) => jobs.send("greetings-lost", [{ text: "lost" }], client));
    const room = { limit: 10, fullOrganizations: [] };
    const [lost, ...rest] = await jobs.claim("greetings-lost", room);
    expect([lost?.payload, rest]).toEqual([{ text: "lost" }, []]);
    const again: Awaited<ReturnType<typeof jobs.claim>> = [];
    await expect
      .poll(async () => again.push(...(await jobs.claim("greetings-lost", room))), { timeout: 30_000 })
      .toBeGreaterThan(0);
    expect(again).toMatchObject([{ id: lost?.id, retryCount: 1 }]);
    // The worker was only slow: the outcome of its expired attempt is ignored.
    if (lost) await jobs.complete("greetings-lost", [lost]);
    const { rows } = await api.app.db.pool.query("select state from pgboss.job where id = $1", [lost?.id]);
    expect(rows).toEqual([{ state: "active" }]);
    await jobs.close();
  });

  test("runs no more of one organization at a time than its share", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    greet = (text) => (text.startsWith("held") ? held : undefined);
    // Two processes run one job each.
    await send("held 1", "held 2", "held 3");
    await expect.poll(() => greeted.filter((text) => text.startsWith("held")).length).toBe(2);
    await inTransaction(api.app.db.pool, (client) =>
      api.app.jobs.send("greetings", [payload("of another organization", other)], client),
    );
    await expect.poll(() => times("of another organization")).toBe(1);
    expect(times("held 3")).toBe(0);
    release();
    await expect.poll(() => times("held 3")).toBe(1);
  });
});

test("a job that fails at every attempt is seen by administrators of its account, and can be run again", async () => {
  greet = () => {
    throw new Error("Nobody is at home.");
  };
  await send("doomed");
  await expect.poll(async () => (await deadLetters()).body.length, { timeout: 30_000 }).toBe(1);
  expect(times("doomed")).toBe(2);
  await expect.poll(() => givenUp).toEqual(["doomed"]);
  const [letter] = (await deadLetters("?retried=false")).body;
  expect(letter).toMatchObject({ queue: "greetings", reason: "Nobody is at home.", payload: payload("doomed") });

  const sibling = await acme.aColleague({ role: "administrator" });
  expect((await deadLetters("", sibling)).body).toEqual([]);
  expect((await deadLetters("", other.administrator)).body).toEqual([]);
  expect((await deadLetters("", acme.designer)).status).toBe(403);
  expect((await retry(letter.id, acme.designer)).status).toBe(403);
  expect((await retry(letter.id, other.administrator)).status).toBe(404);
  expect((await retry(letter.id, sibling)).status).toBe(404);

  greet = () => {};
  const retried = await retry(letter.id);
  expect(retried).toMatchObject({ status: 200, body: { id: letter.id, retriedDate: expect.any(String) } });
  await expect.poll(() => times("doomed")).toBe(3);
  expect(await retry(letter.id)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("was already retried") },
  });
  expect((await deadLetters("?retried=false")).body).toEqual([]);
  expect((await deadLetters("?retried=true")).body).toMatchObject([{ id: letter.id }]);
});

test("a payload that its queue does not know is a dead letter, and no endless loop", async () => {
  await inTransaction(api.app.db.pool, (client) =>
    api.app.jobs.send("greetings", [{ organizationId: acme.id, accountId: acme.accountId, txet: "typo" }], client),
  );
  await expect
    .poll(async () => (await deadLetters("?retried=false")).body, { timeout: 30_000 })
    .toMatchObject([{ queue: "greetings", reason: expect.stringContaining("text") }]);
});
