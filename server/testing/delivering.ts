import pino from "pino";
import type { Mailer } from "#server/context.ts";
import { createEgress } from "#server/outside/egress/egress.ts";
import { createDeliverer } from "#server/services/notification/deliver.ts";
import { wakeDeliveries } from "#server/store/delivery-queue.ts";
import { listen } from "#server/store/listen.ts";
import { DELIVERY_READY } from "#server/store/outbox.ts";
import { createClock } from "#server/worker/clock.ts";
import { createCourier } from "#server/worker/courier.ts";
import { anApi, type TestApi } from "./api.ts";
import { anOrganization, type TestOrganization } from "./organizations.ts";

type Options = {
  env?: Record<string, string>;
  mailer?: Mailer;
  /** How long a receiver has. */
  callbackMs?: number;
  /** False: this process writes deliveries and leaves them to others. */
  works?: boolean;
};

/** The API with a courier that really sends, to receivers on this machine, and an organization to ask as. */
export async function aDeliveringApi({ env = {}, mailer = null, callbackMs = 2000, works = true }: Options = {}) {
  const egress = createEgress({ allow: ["127.0.0.1"], callbackMs });
  const api = await anApi({ env: { DELIVERY_UNIT_MS: "20", ...env }, callbacks: egress.callbacks });
  const { app } = api;
  const log = pino({ level: "silent" });
  const courier = works ? createCourier({ db: app.db, log, deliver: createDeliverer({ ...app, mailer }) }) : undefined;
  const wake = () => courier?.wake();
  const ears = listen(app.databaseUrl, { [DELIVERY_READY]: wake }, wake);
  const duty = { name: "deliveries", everyMs: 20, run: () => wakeDeliveries(app.db.pool) };
  const clock = createClock(works ? [duty] : [], log);
  const organization = await anOrganization(app);
  return {
    ...api,
    organization,
    /** Asks as an administrator of the organization, unless told otherwise. */
    ask: (method: string, path: string, body?: unknown, as = organization.administrator) =>
      api.fetch(path, { as, method, body }),
    /** The deliveries of a notification, once all are of one of these statuses. */
    deliveriesOf: (notificationId: number, ...statuses: string[]) =>
      untilSettled(api, organization, notificationId, statuses),
    async close() {
      await Promise.all([courier?.stop(), clock.stop(), ears.close()]);
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
    const isSettled = body.every(({ status }: { status: string }) => statuses.includes(status));
    if (isSettled || Date.now() > deadline) return body as { status: string; attempts: number; error?: string }[];
  }
}
