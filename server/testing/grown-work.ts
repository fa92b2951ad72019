import { randomUUID } from "node:crypto";
import type { App, Engine } from "#server/context.ts";
import { EVENT_OUTCOMES } from "#server/event/event-outcome.ts";
import { sweepRetention } from "#server/services/retention/sweep-retention.ts";
import { inTransaction } from "#server/store/database/transaction.ts";
import { settle } from "#server/store/delivery/delivery-queue.ts";
import { insertNotification } from "#server/store/delivery/outbox.ts";
import * as events from "#server/store/event/events.ts";
import type { NewExecution, NewStep } from "#server/store/execution/execution-batch.ts";
import { nextSeq, readHistory } from "#server/store/execution/execution-history.ts";
import { claimWaiting, heartbeat, releaseAll } from "#server/store/execution/execution-leases.ts";
import * as records from "#server/store/execution/execution-records.ts";
import { createExecutionWriter } from "#server/store/execution/execution-writer.ts";
import { executionIds, findByCause, findEnding } from "#server/store/execution/executions.ts";
import { listExcerpt } from "#server/store/execution/numbered-steps.ts";
import { findRun } from "#server/store/execution/run-steps.ts";
import { listRuns, versionOfRun, versionOfRuns } from "#server/store/execution/runs.ts";
import { countRecords, countVisits } from "#server/store/execution/step-totals.ts";
import { readBacklog } from "#server/store/job/backlog.ts";
import { ownBacklog } from "#server/store/job/own-backlog.ts";
import { list as listRequests, type UsageFilter } from "#server/store/usage/usage.ts";
import { createUsageWriter } from "#server/store/usage/usage-writer.ts";
import type { Queue } from "#server/worker/queue.ts";
import { queues, type World } from "#server/worker/queues.ts";
import type { Grown } from "./grown-database.ts";

/** hot: at each execution, event or request; periodic: every few seconds; list: for each page that is shown; sweep: once a day. */
export type WorkKind = "hot" | "periodic" | "list" | "sweep";

/** `undo` gives back what it took, so that it finds as much the next time. */
export type Work = { name: string; kind: WorkKind; run: () => Promise<unknown>; undo?: () => Promise<unknown> };

type WorkApp = Pick<App, "db" | "env" | "now" | "log" | "files" | "valueFiles">;

/** The work of a day, for measurements of what its statements read. */
export const growingWork = (app: WorkApp, grown: Grown): Work[] => [
  ...hotWork(app, grown),
  ...backgroundWork(app),
  ...lists(app, grown),
  { name: "retention", kind: "sweep", run: () => sweepRetention(app) },
];

function hotWork({ db, log }: WorkApp, grown: Grown): Work[] {
  const { pool } = db;
  const { organizationId, accountId, userId, formulaId, formulaInstanceId, elementInstanceId } = grown;
  const owner = { organizationId, accountId };
  const hot = (name: string, run: Work["run"]): Work => ({ name, kind: "hot", run });
  const runnerId = randomUUID();
  let arrived = 0;
  const nextId = executionIds(pool);
  const execution = (id: number): NewExecution => ({
    ...{
      id,
      ...owner,
      formulaId,
      formulaInstanceId,
      revision: 1,
      status: "pending",
      triggerType: "manual",
      trigger: "{}",
      triggerFile: null,
    },
    ...{ cause: `grown:${id}`, eventId: null, objectId: "o1", requestId: "r1", late: false, singleThreaded: false },
    ...{ runnerId, createdAt: new Date() },
  });
  const step = (seq: number): NewStep => ({
    ...{
      seq,
      attempt: 1,
      path: "",
      stepName: `s${seq}`,
      stepType: "script",
      engine: "v3",
      status: "success",
      took: "onSuccess",
    },
    ...{
      hidden: false,
      output: "{}",
      outputFile: null,
      notesFile: null,
      notes: null,
      error: null,
      reason: null,
      sealed: null,
      contextSize: 2,
      delayMs: 0,
    },
    ...{ durationMs: 1, createdAt: new Date() },
  });
  return [
    hot("accept, record, finish", async () => {
      const writer = createExecutionWriter(pool);
      const id = await nextId();
      await writer.insert(execution(id));
      const held = { organizationId, executionId: id, leaseEpoch: 1 };
      await writer.steps(held, [step(0), step(1)]);
      await Promise.all([
        writer.steps(held, [step(2)]),
        writer.finish(held, { status: "success", error: null, reason: null, retryAt: null, attempt: 1 }),
      ]);
      await writer.close();
    }),
    hot("claim alone", () => claimWaiting(pool, { runnerId, limit: 1, alone: true })),
    hot("resume", async () => {
      await readHistory(pool, { executionId: grown.executionId, attempt: 1 });
      await nextSeq(pool, grown.executionId);
      await findEnding(pool, grown.executionId);
      await findByCause(pool, { runnable: { organizationId, formulaInstanceId }, cause: "event:1:0" });
    }),
    hot("runnable", () => db.findRunnable({ organizationId, formulaInstanceId })),
    hot("heartbeat", () => heartbeat(pool, { runnerId, kind: "worker", aliveMs: 10_000, fileStore: null })),
    hot("release", () => releaseAll(pool, runnerId)),
    hot("event", async () => {
      const id = grown.eventId + 100 + ++arrived;
      const object = { objectId: "1", objectType: "contacts", eventType: "CREATED", dedupKey: `k${id}` };
      await db.writeEvents({
        events: [
          {
            ...{
              id,
              ...owner,
              elementInstanceId,
              elementKey: "e1",
              topic: "grown",
              source: "webhook",
              raw: "{}",
              rawEventId: null,
            },
            ...{ objects: [object as never], unread: null, requestId: "r", request: null, createdAt: new Date() },
          },
        ],
        follow: async (client) => {
          await insertNotification(client, {
            organizationId,
            accountId,
            topic: "grown",
            subject: "x",
            message: "x",
            eventId: String(id),
          });
        },
      });
      await db.markStarted([{ eventId: id, n: 0, formulaInstanceId, organizationId, executionId: 1, reason: null }]);
    }),
    hot("notify a recipient, settle", async () => {
      const message = { organizationId, accountId, topic: "grown", subject: "x", message: "x" };
      const notificationId = await inTransaction(pool, (client) =>
        insertNotification(client, { ...message, recipient: { shown: "a@grown.test", sealed: "" } }),
      );
      const { id, attempts } = await db.prisma.delivery.findFirstOrThrow({
        where: { organizationId, notificationId, subscriptionId: null },
      });
      await settle(pool, [
        {
          ...{ deliveryId: String(id), attempts, isSent: true, status: "delivered", waitMs: null, answerStatus: 200 },
          ...{ error: null, startedAt: new Date(), durationMs: 5, exchange: "{}", eventId: null },
        },
      ]);
    }),
    hot("usage", async () => {
      const writer = createUsageWriter(pool, { log });
      const call = {
        method: "GET",
        uri: "/x",
        resource: "x",
        ip: "",
        status: 200,
        processMs: 1,
        createdAt: new Date(),
      };
      writer.note({ requestId: randomUUID(), ...owner, userId, elementInstanceId, ...call });
      writer.tally(owner, new Date());
      await writer.close();
    }),
  ];
}

/** Everything that the table of queues claims and finds, without its handlers. */
function backgroundWork(app: WorkApp): Work[] {
  const runnerId = randomUUID();
  const engine = { runnerId, acceptOrFind: async () => 1 } as unknown as Engine;
  const world = {
    app: { ...app, engine },
    http: () => Promise.reject(new Error("Nothing is sent here.")),
    mailer: null,
  };
  return queues(world as unknown as World).flatMap((queue) =>
    [...dueWork(queue), claim(queue)].flatMap((one) => one ?? []),
  );

  function claim(queue: Queue): Work | null {
    if (queue.carrier === "pg-boss") return null;
    const room = { limit: queue.concurrency, perOrganization: queue.perOrganization, underWay: new Set<never>() };
    const undo = queue.name === "executions" ? () => releaseAll(app.db.pool, runnerId) : undefined;
    return { name: `claim ${queue.name}`, kind: "hot", run: () => queue.claim(room), ...(undo && { undo }) };
  }

  function dueWork(queue: Queue): Work[] {
    if (queue.carrier === "rows")
      return (queue.due ?? []).map(({ name, run }) => ({ name, kind: "periodic", run: async () => run() }));
    const { due, name, concurrency } = queue;
    const room = { limit: concurrency, fullOrganizations: [] };
    const run = () => inTransaction(app.db.pool, async (client) => due?.claim(client, room));
    return due ? [{ name, kind: "periodic", run }] : [];
  }
}

function lists({ db }: WorkApp, grown: Grown): Work[] {
  const { queries, prisma } = db;
  const { organizationId, accountId, formulaId, formulaInstanceId, elementInstanceId, executionId, eventId } = grown;
  const viewer = { organizationId, accountId, seesAllAccounts: true };
  const page = { size: 200, after: undefined };
  const screen = { size: 50, after: undefined };
  const list = (name: string, run: Work["run"]): Work => ({ name, kind: "list", run });
  const executions = (filter: records.ExecutionFilter) => () => records.listExecutions(queries, viewer, filter, page);
  const [from, to] = [new Date(Date.now() - 86_400_000), new Date()];
  const month = new Date(Date.now() - 30 * 86_400_000);
  const requests = (filter: Partial<UsageFilter>) => () =>
    listRequests(prisma, { organizationId, from: month, to, ...filter }, screen);
  return [
    list("REST executions", executions({})),
    list("REST executions of a formula", executions({ formulaId })),
    list("REST executions of an instance", executions({ formulaInstanceId })),
    list("REST executions of an instance, failed", executions({ formulaInstanceId, status: "failed" })),
    list("REST executions by event", executions({ formulaInstanceId, eventId: String(eventId) })),
    list("REST executions by object", executions({ formulaInstanceId, objectId: "o1" })),
    list("REST errors of an instance", executions({ formulaInstanceId, errors: { from, to } })),
    list("REST instances with errors", () =>
      records.listInstancesWithErrors(queries, viewer, { formulaId, from: null, to: null }, page),
    ),
    list("REST steps", () => records.listSteps(queries, executionId, page)),
    list("REST events of an instance", () => events.listOfInstance(queries, elementInstanceId, page)),
    list("REST dispositions of a day", () =>
      events.listDispositions(queries, { organizationId, accountId: null, from, to }, page),
    ),
    list("REST dispositions of 30 days", () =>
      events.listDispositions(queries, { organizationId, accountId: null, from: month, to }, page),
    ),
    list("runs", () => listRuns(queries, viewer, {}, screen)),
    list("runs of a formula", () => listRuns(queries, viewer, { formulaId }, screen)),
    list("runs that failed", () => listRuns(queries, viewer, { state: "failed" }, screen)),
    list("runs of a formula that failed", () => listRuns(queries, viewer, { formulaId, state: "failed" }, screen)),
    list("runs that ran out of time", () => listRuns(queries, viewer, { state: "timedOut" }, screen)),
    list("runs of drafts", () => listRuns(queries, viewer, { isTrial: true }, screen)),
    list("runs with an error", () => listRuns(queries, viewer, { search: "failed" }, screen)),
    list("runs of an object", () => listRuns(queries, viewer, { search: "o1" }, screen)),
    list("runs, whether they changed", () => versionOfRuns(queries, viewer)),
    list("run page", async () => {
      await findRun(queries, viewer, executionId);
      await listExcerpt(queries, executionId, { first: 400, last: 600, failures: 200 });
      await countRecords(queries, executionId);
      await countVisits(queries, executionId, { path: "" });
      await versionOfRun(queries, viewer, executionId);
    }),
    list("events", () => events.search(queries, viewer, {}, screen)),
    ...EVENT_OUTCOMES.map((outcome) =>
      list(`events, ${outcome}`, () => events.search(queries, viewer, { outcome }, screen)),
    ),
    list("event by object", () => events.search(queries, viewer, { search: "o1" }, screen)),
    list("requests", requests({})),
    list("requests that failed", requests({ status: "failed" })),
    list("requests of an instance", requests({ elementInstanceId })),
    list("own backlog", () => ownBacklog(queries, viewer)),
    list("backlog", () => readBacklog(queries)),
  ];
}
