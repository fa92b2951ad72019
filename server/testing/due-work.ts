import type { App } from "#server/context.ts";
import { inTransaction } from "#server/store/database/transaction.ts";
import type { Queue } from "#server/worker/queue.ts";
import { queues, type World } from "#server/worker/queues.ts";

type Item = { organizationId: number };

/** Claims and handles the due work of a queue until there is none, without a worker and without pg-boss. */
export async function workOff({ db }: Pick<App, "db">, queue: Queue): Promise<void> {
  for (;;) {
    const handled = queue.carrier === "rows" ? await claimRows(queue) : await claimJobs(queue);
    if (handled === 0) return;
  }

  async function claimRows(rows: Extract<Queue, { carrier: "rows" }>) {
    const { concurrency: limit, perOrganization } = rows;
    const items = await rows.claim({ limit, perOrganization, underWay: new Set<Item>() });
    await Promise.all(items.map((item) => rows.handle(item)));
    return items.length;
  }

  async function claimJobs({ due, ...jobs }: Extract<Queue, { carrier: "pg-boss" }>) {
    const room = { limit: jobs.concurrency, fullOrganizations: [] };
    const payloads = due ? await inTransaction(db.pool, (client) => due.claim(client, room)) : [];
    await Promise.all(payloads.map((payload) => jobs.handle(jobs.payload.parse(payload))));
    return payloads.length;
  }
}

/** Polls due resources, as a worker does. */
export async function pollDue(app: App): Promise<void> {
  const world = { app, http: () => Promise.reject(new Error("Nothing is delivered here.")), mailer: null };
  await workOff(app, queueOf(queues(world as unknown as World), "polls"));
}

export function queueOf(all: readonly Queue[], name: string): Queue {
  const queue = all.find((one) => one.name === name);
  if (!queue) throw new Error(`There is no queue ${name}.`);
  return queue;
}
