import { Counter, register } from "prom-client";
import { z } from "zod";
import type { App } from "#server/context.ts";
import { BULK_LEASE_MS, runBulkJob } from "#server/services/bulk/run-bulk-job.ts";
import { readUnreadEvent } from "#server/services/event/read-unread-event.ts";
import { startLateFormulas } from "#server/services/event/start-formulas.ts";
import type { RunningEngine } from "#server/services/execution/engine.ts";
import { notifyFailure } from "#server/services/execution/notify-failure.ts";
import { startDueSchedules } from "#server/services/execution/start-due-schedules.ts";
import { takeOverExecutions } from "#server/services/execution/take-over-executions.ts";
import { makeScheduledRequest, REQUEST_LEASE_MS } from "#server/services/job/make-scheduled-request.ts";
import { createDeliverer } from "#server/services/notification/deliver.ts";
import type { RecipientWorld } from "#server/services/notification/send-to-recipient.ts";
import { leaseMs, newOwner, pollInstance } from "#server/services/poller/poll-instance.ts";
import { createPartitions } from "#server/services/retention/create-partitions.ts";
import { sweepRetention } from "#server/services/retention/sweep-retention.ts";
import { sealEarlier } from "#server/services/vault/seal-earlier.ts";
import { BULK_READY } from "#server/store/bulk/bulk-jobs.ts";
import { type ClaimedBulkJob, claim as claimBulkJobs } from "#server/store/bulk/bulk-leases.ts";
import { type ClaimedDelivery, claimReady, receiverOf, wakeDeliveries } from "#server/store/delivery/delivery-queue.ts";
import { adoptPending, DELIVERY_READY } from "#server/store/delivery/outbox.ts";
import * as unreadEvents from "#server/store/event/unread-events.ts";
import { type Claimed, claimWaiting } from "#server/store/execution/execution-leases.ts";
import {
  cancelOrphans,
  findStalledQueues,
  promoteQueued,
  wakeRetries,
} from "#server/store/execution/execution-queue.ts";
import { findUnnotified } from "#server/store/execution/unnotified-failures.ts";
import { claimDue, type DuePoller } from "#server/store/poller/pollers.ts";
import * as jobRuns from "#server/store/schedule/job-runs.ts";
import { jobQueue, type Queue, rowQueue } from "./queue.ts";
import { countBy } from "./queue-worker.ts";

export type World = RecipientWorld & {
  app: App & { engine: RunningEngine };
  /** Runs executions that crashed their process in isolation from others. */
  isolate?: () => Promise<void>;
};

/** Every payload has the organization and account that own the job. */
const owned = z.object({ organizationId: z.int(), accountId: z.int() });

/**
 * All background work. A queue is one row here and one handler, which is a service. pg-boss carries jobs; the three
 * busiest queues are claimed from their own rows, for the reasons and figures in `docs/decisions.md`.
 */
export function queues({ app, isolate, http, mailer }: World): Queue[] {
  const { db, engine, env } = app;
  const { pool } = db;
  return [
    rowQueue<Claimed>({
      name: "executions",
      concurrency: env.WORKER_CONCURRENCY,
      perOrganization: Math.max(1, Math.floor(env.WORKER_CONCURRENCY * 0.75)),
      channel: "execution_waiting",
      // A longer rest after a larger claim leads to fewer, larger claims.
      restMs: (claimed) => Math.min(Math.max(30, claimed * 2), 45),
      async claim({ limit, perOrganization: share, underWay }) {
        const running = countBy(underWay, ({ organizationId }) => organizationId);
        const claimed = await claimWaiting(pool, { runnerId: engine.runnerId, limit, share, running });
        claims.inc(claimed.length);
        return claimed;
      },
      handle: (execution) => engine.runClaimed(execution),
      releasesItself: true,
      due: [
        { name: "schedules", everyMs: 1000, run: () => startDueSchedules(app) },
        { name: "execution retries", everyMs: 500, run: async () => promote(await wakeRetries(pool)) },
        { name: "executions of events", everyMs: 2000, run: () => startLateFormulas(app) },
        { name: "executions of dead workers", everyMs: 2000, run: () => takeOverExecutions(app) },
        { name: "isolated executions", everyMs: 2000, run: async () => isolate?.() },
        { name: "stalled executions", everyMs: 5000, run: async () => promote(await findStalledQueues(pool)) },
        { name: "orphaned executions", everyMs: 5000, run: () => cancelOrphans(pool) },
        { name: "failure notices", everyMs: 5000, run: async () => notify(await findUnnotified(pool)) },
      ],
    }),

    // Delivers to callback URLs of subscriptions, and to the e-mail addresses and webhooks of notifications.
    rowQueue<ClaimedDelivery>({
      name: "deliveries",
      concurrency: 64,
      perOrganization: 32,
      channel: DELIVERY_READY,
      restMs: (claimed) => (claimed > 0 ? 10 : 0),
      claim: ({ limit, perOrganization, underWay }) =>
        claimReady(pool, {
          shares: { limit, perOrganization, perReceiver: 16 },
          underWay: {
            organizations: countBy(underWay, ({ organizationId }) => organizationId),
            receivers: countBy(underWay, receiverOf),
          },
          // Receivers have 15 s to respond: a delivery whose lease expires belonged to a process that crashed.
          leaseMs: 25_000,
        }),
      handle: createDeliverer({ ...app, http, mailer }),
      due: [
        { name: "deliveries", everyMs: 500, run: () => wakeDeliveries(pool) },
        { name: "deliveries of an earlier version", everyMs: 60_000, run: () => adoptPending(pool) },
      ],
    }),

    rowQueue<DuePoller & { owner: string }>({
      name: "polls",
      // A poll spends most of its time waiting for the provider.
      concurrency: 32,
      perOrganization: 32,
      // A claim scans all due polls: one claim per finished poll would cost more than the polls themselves.
      restMs: (claimed) => (claimed > 0 ? 30 : 0),
      async claim({ limit }) {
        const owner = newOwner();
        const due = await claimDue(pool, { owner, limit, leaseMs: leaseMs(env) });
        return due.map((poller) => ({ ...poller, owner }));
      },
      async handle(poller) {
        await pollInstance(app, { ...poller });
      },
    }),

    jobQueue({
      name: "scheduled-requests",
      payload: owned.extend({ jobRunId: z.int(), ticket: z.string() }),
      concurrency: 16,
      perOrganization: 12,
      handle: (run) => makeScheduledRequest(app, run),
      retries: { limit: 5, delaySeconds: 5 },
      expireSeconds: 75,
      due: {
        everyMs: 1000,
        claim: (client, room) => jobRuns.claimWaiting(client, { ...room, leaseMs: REQUEST_LEASE_MS }),
      },
      giveUp: (run, reason) => jobRuns.giveUp(pool, { ...run, reason }),
      hasDeadLetters: true,
    }),

    // Processes webhooks that were acknowledged before they were read.
    jobQueue({
      name: "unread-events",
      payload: owned.extend({ eventId: z.int() }),
      concurrency: 20,
      perOrganization: 15,
      channel: "event_unread",
      handle: (event) => readUnreadEvent(app, event),
      retries: { limit: 10, delaySeconds: 15, longestDelaySeconds: 3600 },
      // Longer than the time limit of a hook.
      expireSeconds: 45,
      due: {
        everyMs: 1000,
        // Longer than all retries together.
        claim: (client, room) => unreadEvents.claimUnread(client, { ...room, leaseMs: 6 * 3_600_000 }),
      },
      giveUp: (event, reason) => unreadEvents.postpone(pool, event, reason),
      hasDeadLetters: true,
    }),

    rowQueue<ClaimedBulkJob>({
      name: "bulk-jobs",
      // A job spends most of its time waiting for the provider, and holds a part of a file in memory.
      concurrency: 8,
      perOrganization: 4,
      channel: BULK_READY,
      restMs: (claimed) => (claimed > 0 ? 100 : 0),
      claim: ({ limit, perOrganization, underWay }) =>
        claimBulkJobs(pool, {
          limit,
          perOrganization,
          underWay: countBy(underWay, ({ organizationId }) => organizationId),
          leaseMs: BULK_LEASE_MS,
        }),
      handle: (job) => runBulkJob(app, job),
    }),

    jobQueue({
      name: "partitions",
      payload: z.object({}),
      concurrency: 1,
      perOrganization: 1,
      handle: () => createPartitions(app),
      retries: { limit: 0, delaySeconds: 60 },
      expireSeconds: 600,
      cron: "*/10 * * * *",
      hasDeadLetters: false,
    }),

    jobQueue({
      name: "earlier-secrets",
      payload: z.object({}),
      concurrency: 1,
      perOrganization: 1,
      handle: () => sealEarlier(app, (row, err) => app.log.error({ row, err }, "secrets stay as plain text")),
      retries: { limit: 0, delaySeconds: 60 },
      expireSeconds: 600,
      cron: "*/10 * * * *",
      hasDeadLetters: false,
    }),

    jobQueue({
      name: "retention-sweep",
      payload: z.object({}),
      concurrency: 1,
      perOrganization: 1,
      handle: () => sweepRetention(app),
      retries: { limit: 2, delaySeconds: 600 },
      expireSeconds: 3600,
      cron: "17 3 * * *",
      hasDeadLetters: false,
    }),
  ];

  async function promote(formulaInstanceIds: number[]) {
    await Promise.all(formulaInstanceIds.map((id) => promoteQueued(pool, id)));
  }

  async function notify(executionIds: number[]) {
    await Promise.all(executionIds.map((id) => notifyFailure(app, id)));
  }
}

const CLAIMS = "formulary_executions_claimed_total";
const claims =
  (register.getSingleMetric(CLAIMS) as Counter | undefined) ??
  new Counter({ name: CLAIMS, help: "Executions that this worker has taken." });
