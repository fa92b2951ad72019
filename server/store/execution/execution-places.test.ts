import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { EXECUTION_STATUSES, isFinal } from "#server/formula/execution-status.ts";
import { anApp, type TestApp } from "#server/testing/app.ts";
import { aNewExecution, SUCCESS, writeOf } from "#server/testing/new-executions.ts";
import { anOrganization } from "#server/testing/organizations.ts";
import { remove } from "../formula-instance/formula-instances.ts";
import type { NewExecution } from "./execution-batch.ts";
import { giveUp } from "./execution-leases.ts";
import { cancel, cancelOrphans, wakeRetries } from "./execution-queue.ts";
import { createExecutionWriter, LeaseLost } from "./execution-writer.ts";
import { findByCause } from "./executions.ts";

let app: TestApp;
let pool: pg.Pool;
let owner: { organizationId: number; accountId: number; formulaId: number };
let userId: number;
let session: pg.Client;
beforeAll(async () => {
  app = await anApp();
  pool = app.db.pool;
  const { id, accountId, designer } = await anOrganization(app);
  userId = designer.id;
  const definition = { name: "F", triggers: [], steps: [] };
  const formula = await app.db.prisma.formula.create({
    data: { organizationId: id, accountId, userId, name: "F", definition },
  });
  owner = { organizationId: id, accountId, formulaId: formula.id };
  session = new pg.Client({ connectionString: app.databaseUrl });
  await session.connect();
});
afterAll(async () => {
  await session.end();
  await app.close();
});
beforeEach(() => pool.query("delete from execution; delete from execution_cause"));

let count = 0;
const execution = (fields: Partial<NewExecution> = {}) => aNewExecution({ ...owner, id: ++count, ...fields });
/** An execution that is running here. */
const running = (fields: Partial<NewExecution> = {}) => execution({ runnerId: randomUUID(), ...fields });

async function anInstance(): Promise<number> {
  const data = { ...owner, userId, name: `I${++count}` };
  return (await app.db.prisma.formulaInstance.create({ data })).id;
}

/** The executions by id: their status, and whether they are in the partition of what is in progress. */
const places = async () => {
  const { rows } = await pool.query(
    `select id::int, status, record::int, tableoid = 'execution_0'::regclass as "isInProgress" from execution order by id`,
  );
  return rows;
};

/** How many statements wait for another session. */
async function waiting(): Promise<number | null> {
  const { rowCount } = await pool.query(
    "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
  );
  return rowCount;
}

/** Writes as a process does whose batches are written at once. */
async function written(work: (writer: ReturnType<typeof createExecutionWriter>) => Promise<unknown>) {
  const writer = createExecutionWriter(pool);
  await work(writer).finally(() => writer.close());
}

const held = ({ id, organizationId }: NewExecution) => ({ organizationId, executionId: id, leaseEpoch: 1 });
const key = ({ id, organizationId }: NewExecution) => ({ executionId: id, organizationId });

describe("an execution becomes a record when it", () => {
  const ENDS: [string, string, (one: NewExecution) => Promise<unknown>, Partial<NewExecution>?][] = [
    ["succeeds", "success", (one) => written((writer) => writer.finish(held(one), SUCCESS))],
    ["fails", "failed", (one) => written((writer) => writer.finish(held(one), { ...SUCCESS, status: "failed" }))],
    ["is cancelled", "cancelled", (one) => cancel(pool, key(one))],
    [
      "is given up",
      "failed",
      ({ id }) => giveUp(pool, { executionId: id, leaseEpoch: 1, reason: "Its processes died." }),
    ],
    [
      "waits for an instance that is gone",
      "cancelled",
      () => cancelOrphans(pool),
      { runnerId: null, formulaInstanceId: 2e9 },
    ],
    [
      "is of an instance that is deleted",
      "cancelled",
      ({ formulaInstanceId, organizationId }) =>
        app.db.prisma.$transaction((tx) => remove(tx, { id: formulaInstanceId, organizationId })),
    ],
  ];
  test.each(ENDS)("%s", async (_, status, end, fields) => {
    const one = running({ formulaInstanceId: await anInstance(), createdAt: new Date(Date.now() - 10_000), ...fields });
    await pool.query(writeOf({ accepted: [one] }));
    expect(await places()).toEqual([{ id: one.id, status: "pending", record: 0, isInProgress: true }]);
    await end(one);
    expect(await places()).toEqual([{ id: one.id, status, record: one.id, isInProgress: false }]);
  });

  test("starts and ends at once", async () => {
    const [one, other] = [running(), running()];
    await written((writer) =>
      Promise.all([
        ...[writer.insert(one), writer.finish(held(one), SUCCESS)],
        ...[writer.insert(other), writer.finish(held(other), { ...SUCCESS, status: "retry", retryAt: new Date() })],
      ]),
    );
    expect(await places()).toEqual([
      { id: one.id, status: "success", record: one.id, isInProgress: false },
      { id: other.id, status: "retry", record: 0, isInProgress: true },
    ]);
  });

  test("not when it will run again", async () => {
    const one = running({ formulaInstanceId: await anInstance() });
    await pool.query(writeOf({ accepted: [one] }));
    await written((writer) => writer.finish(held(one), { ...SUCCESS, status: "retry", retryAt: new Date(0) }));
    expect(await places()).toMatchObject([{ status: "retry", record: 0 }]);
    await wakeRetries(pool);
    expect(await places()).toMatchObject([{ status: "pending", record: 0 }]);
  });
});

test("each statement that may end executions says where the row is then, and each that accepts one", () => {
  const server = new URL("../../", import.meta.url);
  const final = EXECUTION_STATUSES.filter(isFinal).join("|");
  const texts = readdirSync(server, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !/\.test\.ts$|^(?:generated|testing)\//.test(file))
    .flatMap((file) => {
      const source = readFileSync(new URL(file, server), "utf8");
      return [...source.matchAll(/\b(?:update execution\b|insert into execution \()[^;]*?(?:\bwhere\b|\bfrom\b)/g)].map(
        ([text]) => ({ file, text }),
      );
    });
  const ending = texts.filter(
    ({ text }) => /^insert/.test(text) || new RegExp(`status = (?:'(?:${final})'|(?!case|'))`).test(text),
  );
  expect(ending.length).toBeGreaterThan(5);
  expect(ending.filter(({ text }) => !/\brecord\b/.test(text))).toEqual([]);
});

test("each statement that may wait for a row that another one moves is repeated", () => {
  /** The writer repeats its batch, a transaction its part; claims skip rows that others change; what is over does not move. */
  const OTHERS = ["write", "claimWaiting", "wakeRetries", "claimUnnotified", "moveExecution", "remove"];
  const store = new URL("../", import.meta.url);
  const functions = readdirSync(store, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .flatMap((file) =>
      readFileSync(new URL(file, store), "utf8").split(/\n(?=(?:export )?(?:async )?(?:function|const) )/),
    )
    .map((text) => ({ name: /(?:function|const) (\w+)/.exec(text)?.[1] ?? "", text }));
  const changing = functions.filter(({ text }) => /\bupdate execution\b/.test(text));
  expect(changing.length).toBeGreaterThan(10);
  const isRepeated = ({ name, text }: { name: string; text: string }) =>
    text.includes("repeating(pool)") || functions.some((one) => one.text.includes(`repeating(pool).query(${name})`));
  expect(
    changing
      .filter((one) => !isRepeated(one))
      .map(({ name }) => name)
      .sort(),
  ).toEqual(OTHERS.toSorted());
});

test("the database refuses a record that is not over, and one of another execution", async () => {
  const one = running();
  await pool.query(writeOf({ accepted: [one] }));
  for (const [record, status] of [
    [one.id, "pending"],
    [one.id + 1, "success"],
  ])
    await expect(
      pool.query("update execution set record = $2, status = $3 where id = $1", [one.id, record, status]),
    ).rejects.toThrow("execution_record_check");
});

describe("a cause starts nothing twice", () => {
  const causes = () => {
    const fields = { formulaInstanceId: 5, cause: `event:${++count}:0` };
    return [running(fields), running(fields)] as const;
  };
  const inserted = async (reply: Promise<pg.QueryResult>) => ((await reply).rows[0].inserted ?? []).map(Number);
  const found = ({ organizationId, formulaInstanceId, cause }: NewExecution) =>
    findByCause(pool, { runnable: { organizationId, formulaInstanceId }, cause: cause ?? "" });
  /** As versions without records accept an execution. */
  const ofVersionBefore = ({ id, organizationId, formulaInstanceId, cause }: NewExecution) => ({
    text: `insert into execution (id, organization_id, account_id, formula_id, formula_instance_id, revision, status, trigger_type, trigger, cause)
      select $1, $2, 1, 1, $3, 1, 'pending', 'event', '{}', $4 on conflict do nothing returning id`,
    values: [id, organizationId, formulaInstanceId, cause],
  });
  const acceptedBefore = async (reply: Promise<pg.QueryResult>) => (await reply).rows.map(({ id }) => Number(id));

  test("although the first has ended since", async () => {
    const [first, second] = causes();
    await pool.query(writeOf({ accepted: [first] }));
    await pool.query(writeOf({ ended: [first] }));
    expect(await inserted(pool.query(writeOf({ accepted: [second] })))).toEqual([]);
    expect(await found(second)).toBe(first.id);
    expect(await places()).toHaveLength(1);
  });

  test.each([
    [
      "ends and moves the row",
      [(one: NewExecution) => writeOf({ accepted: [one] }), (one: NewExecution) => writeOf({ ended: [one] })],
    ],
    ["starts and ends it in one statement", [(one: NewExecution) => writeOf({ accepted: [one], ended: [one] })]],
  ])("although the second waits while the first %s", async (_, statements) => {
    const [first, second] = causes();
    await session.query("begin");
    for (const statement of statements) await session.query(statement(first));
    const accepting = inserted(pool.query(writeOf({ accepted: [second, running()] })));
    await expect.poll(waiting).toBe(1);
    await session.query("commit");
    expect(await accepting).toEqual([count]);
    expect((await places()).map(({ id }) => id)).toEqual([first.id, count]);
    expect(await found(second)).toBe(first.id);
  });

  test("although a process of the version before is the second, and waits", async () => {
    const [first, second] = causes();
    await session.query("begin");
    await session.query(writeOf({ accepted: [first], ended: [first] }));
    const accepting = acceptedBefore(pool.query(ofVersionBefore(second)));
    await expect.poll(waiting).toBe(1);
    await session.query("commit");
    expect(await accepting).toEqual([]);
    expect((await places()).map(({ id }) => id)).toEqual([first.id]);
  });

  test("although a process of the version before was the first", async () => {
    const [first, second] = causes();
    expect(await acceptedBefore(pool.query(ofVersionBefore(first)))).toEqual([first.id]);
    expect(await places()).toMatchObject([{ id: first.id, record: 0, isInProgress: true }]);
    expect(await inserted(pool.query(writeOf({ accepted: [second] })))).toEqual([]);
    expect(await found(second)).toBe(first.id);
  });

  test("although the first was there before causes had a table", async () => {
    const [first, second] = causes();
    await pool.query(ofVersionBefore(first));
    await pool.query("update execution set status = 'success'; delete from execution_cause");
    expect(await inserted(pool.query(writeOf({ accepted: [second] })))).toEqual([]);
    expect(await found(second)).toBe(first.id);
  });
});

describe("an execution is accepted once although the connection of its statement was lost", () => {
  /** A pool whose first statement fails, after `before` has received it. */
  function losing(before: (statement: pg.QueryConfig) => unknown): pg.Pool {
    let isFirst = true;
    const lose = async (statement: pg.QueryConfig) => {
      isFirst = false;
      await before(statement);
      throw Object.assign(new Error("Connection terminated unexpectedly"), { code: "ECONNRESET" });
    };
    return new Proxy(pool, {
      get: (target, name) =>
        name === "query" && isFirst ? lose : (Reflect.get(target, name) as () => void).bind(target),
    });
  }

  test("and arrives when what was accepted again has ended", async () => {
    const one = execution();
    const late: pg.QueryConfig[] = [];
    const writer = createExecutionWriter(losing((statement) => late.push(statement)));
    expect(await writer.insert(one)).toBe(true);
    await writer.close();
    await cancel(pool, key(one));
    const { rows } = await pool.query(late[0] as pg.QueryConfig);
    expect(rows[0].inserted).toBeNull();
    expect(await places()).toMatchObject([{ id: one.id, status: "cancelled" }]);
  });

  test("and is running still: its repetition waits until it is over", async () => {
    const one = execution();
    await session.query("begin");
    const writer = createExecutionWriter(losing((statement) => session.query(statement)));
    const accepted = writer.insert(one);
    await expect.poll(waiting).toBe(1);
    await session.query("commit");
    expect(await accepted).toBe(true);
    await writer.close();
    expect(await places()).toMatchObject([{ id: one.id, status: "pending" }]);
  });

  test("and is undone: its repetition is written", async () => {
    const one = execution();
    await session.query("begin");
    const writer = createExecutionWriter(losing((statement) => session.query(statement)));
    const accepted = writer.insert(one);
    await expect.poll(waiting).toBe(1);
    await session.query("rollback");
    expect(await accepted).toBe(true);
    await writer.close();
    expect(await places()).toHaveLength(1);
  });
});

describe("a statement that waits for a row which another one ends", () => {
  /** Ends an execution in a session that commits once another statement waits for its row. */
  async function whileEnding<Result>(one: NewExecution, statement: () => Promise<Result>): Promise<Result> {
    await session.query("begin");
    expect((await session.query(writeOf({ ended: [one] }))).rows[0].held).toHaveLength(1);
    const result = statement();
    result.catch(() => {});
    await expect.poll(waiting).toBe(1);
    await session.query("commit");
    return result;
  }

  test("is repeated, and finds that it has ended", async () => {
    const one = running();
    await pool.query(writeOf({ accepted: [one] }));
    expect(await whileEnding(one, () => cancel(pool, key(one)))).toBeNull();
    expect(await places()).toMatchObject([{ status: "success", record: one.id }]);
  });

  test("writes the other executions of a batch", async () => {
    const [one, other] = [running(), running()];
    await pool.query(writeOf({ accepted: [one, other] }));
    await whileEnding(one, () =>
      written(async (writer) => {
        const lost = writer.finish(held(one), SUCCESS);
        const kept = writer.finish(held(other), SUCCESS);
        await expect(lost).rejects.toThrow(LeaseLost);
        await kept;
      }),
    );
    expect(await places()).toMatchObject([{ status: "success" }, { status: "success" }]);
  });

  test("does not undo the transaction that deletes its instance", async () => {
    const [one, other] = [running({ formulaInstanceId: await anInstance() }), running()];
    other.formulaInstanceId = one.formulaInstanceId;
    await pool.query(writeOf({ accepted: [one, other] }));
    const { organizationId, formulaInstanceId: id } = one;
    await whileEnding(one, () => app.db.prisma.$transaction((tx) => remove(tx, { id, organizationId })));
    expect(await places()).toMatchObject([{ status: "success" }, { status: "cancelled", record: other.id }]);
    expect(await app.db.prisma.formulaInstance.findFirst({ where: { id } })).toBeNull();
  });
});
