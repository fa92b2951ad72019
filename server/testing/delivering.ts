import pino from "pino";
import { createEgress } from "#server/outside/egress/egress.ts";
import type { Mailer } from "#server/ports.ts";
import { listen } from "#server/store/database/listen.ts";
import { DELIVERY_READY } from "#server/store/delivery/outbox.ts";
import type { RowQueue } from "#server/worker/queue.ts";
import { startQueueWorker } from "#server/worker/queue-worker.ts";
import { queues, type World } from "#server/worker/queues.ts";
import { startScheduler } from "#server/worker/scheduler.ts";
import { anApi, type TestApi } from "./api.ts";
import { queueOf } from "./due-work.ts";
import { anOrganization, type TestOrganization } from "./organizations.ts";

type Options = {
  env?: Record<string, string>;
  mailer?: Mailer;
  /** How long a receiver may take to respond. */
  callbackMs?: number;
  /** False: this process writes deliveries and leaves them to other workers. */
  works?: boolean;
};

/** The API with a delivery worker that really sends, to local receivers, and an organization with users. */
export async function aDeliveringApi({ env = {}, mailer = null, callbackMs = 2000, works = true }: Options = {}) {
  const egress = createEgress({ allow: ["127.0.0.1"], callbackMs });
  const api = await anApi({ env: { DELIVERY_UNIT_MS: "20", ...env }, callbacks: egress.callbacks });
  const { app } = api;
  const log = pino({ level: "silent" });
  const world = { app, http: egress.http, mailer } as unknown as World;
  const queue = queueOf(queues(world), "deliveries") as RowQueue<{ organizationId: number }>;
  const worker = works ? startQueueWorker({ ...queue, log }) : undefined;
  const wake = () => worker?.wake();
  const ears = listen(app.databaseUrl, { [DELIVERY_READY]: wake }, wake);
  const due = (queue.due ?? []).map((one) => ({ ...one, everyMs: 20 }));
  const scheduler = startScheduler(works ? due : [], log);
  const organization = await anOrganization(app);
  return {
    ...api,
    organization,
    /** Sends a request as an administrator of the organization, unless specified otherwise. */
    send: (method: string, path: string, body?: unknown, as = organization.administrator) =>
      api.fetch(path, { as, method, body }),
    /** The deliveries of a notification, once all of them have one of these statuses and none is being sent. */
    deliveriesOf: (notificationId: number, ...statuses: string[]) =>
      untilSettled(api, organization, notificationId, statuses),
    async close() {
      await Promise.all([worker?.stop(), scheduler.stop(), ears.close()]);
      await worker?.idle();
      await egress.close();
      await api.close();
    },
  };
}

export type DeliveringApi = Awaited<ReturnType<typeof aDeliveringApi>>;

async function untilSettled(
  api: TestApi,
  { administrator: as }: TestOrganization,
  notificationId: number,
  statuses: string[],
) {
  for (const deadline = Date.now() + 15_000; ; await new Promise((resolve) => setTimeout(resolve, 10))) {
    const { body } = await api.fetch(`/notifications/${notificationId}/subscriptions/deliveries`, { as });
    const where = { notificationId, leaseUntil: { gt: api.app.now() } };
    const isSettled =
      body.every(({ status }: { status: string }) => statuses.includes(status)) &&
      (await api.app.db.prisma.delivery.count({ where })) === 0;
    if (isSettled || Date.now() > deadline) return body as { status: string; attempts: number; error?: string }[];
  }
}
