import { afterAll, beforeAll, expect, test } from "vitest";
import type { Mailer } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { openQueue } from "#server/outside/queue.ts";
import { connectionOptions } from "#server/store/connection-options.ts";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";
import { jobHandlers } from "#server/worker/jobs/handlers.ts";

type Queue = Awaited<ReturnType<typeof openQueue>>;

let api: TestApi;
let acme: TestOrganization;
const queues: Queue[] = [];
const sent: string[] = [];
/** What the mail server does with the next message. */
let refusal: Failure | null = null;
const mailer: NonNullable<Mailer> = {
  async send({ to }) {
    if (refusal) throw refusal;
    sent.push(to);
  },
};

beforeAll(async () => {
  api = await anApi();
  acme = await anOrganization(api.app);
  const sending = await openQueue(connectionOptions(api.app.databaseUrl), { onError: () => {} });
  queues.push(sending);
  Object.assign(api.app, { queue: sending });
});
afterAll(async () => {
  await Promise.all(queues.map((queue) => queue.close()));
  await api.close();
});

const ask = (method: string, path: string, as = acme.designer) => api.fetch(`/notifications${path}`, { as, method });
const email = async (to: string) => {
  const body = { to: [to], subject: "Hello", message: "…" };
  expect((await api.fetch("/notifications/emails", { as: acme.designer, method: "POST", body })).status).toBe(200);
  const { body: listed } = await ask("GET", "?topics[]=email&pageSize=1");
  expect(listed[0]).toMatchObject({ recipient: to, delivery: "pending" });
  return `/${listed[0].id}`;
};

/** The queue as a worker has it. Jobs that wait get no second attempt, which would come after half a minute. */
async function work(): Promise<void> {
  await api.app.db.pool.query("update pgboss.job set retry_limit = 0 where name = 'notification.deliver'");
  if (queues.length > 1) return;
  const egress = { http: () => Promise.reject(new Error("No webhooks here.")) };
  const handlers = jobHandlers({ app: api.app, egress, mailer } as unknown as Parameters<typeof jobHandlers>[0]);
  queues.push(await openQueue(connectionOptions(api.app.databaseUrl), { handlers, onError: () => {} }));
}

const deliveryOf = async (path: string) => (await ask("GET", path)).body.delivery;

test("an e-mail whose last attempt failed has failed, says why, and can be sent again", {
  timeout: 60_000,
}, async () => {
  refusal = new Failure("badGateway", "The mail server did not take the message: 451.");
  const path = await email("later@example.test");
  expect((await ask("PUT", `${path}/resend`)).status).toBe(400);
  await work();
  await expect.poll(() => deliveryOf(path), { timeout: 30_000 }).toBe("failed");
  const failed = { recipient: "later@example.test", error: "The mail server did not take the message: 451." };
  expect((await ask("GET", "?delivery=failed")).body).toMatchObject([failed]);
  expect((await ask("GET", "?topics[]=email&delivery=sent")).body).toEqual([]);

  expect((await ask("PUT", `${path}/resend`, acme.viewer)).status).toBe(403);
  const other = await anOrganization(api.app);
  expect((await ask("PUT", `${path}/resend`, other.designer)).status).toBe(404);
  expect((await ask("GET", "?delivery=failed", other.designer)).body).toEqual([]);
  refusal = null;
  const resent = await ask("PUT", `${path}/resend`);
  expect(resent).toMatchObject({ status: 200, body: { delivery: "pending" } });
  expect(resent.body).not.toHaveProperty("error");
  await expect.poll(() => deliveryOf(path), { timeout: 30_000 }).toBe("sent");
  expect(sent).toEqual(["later@example.test"]);
});

test("one that the mail server refuses for good has failed at once", async () => {
  refusal = new Failure("unprocessable", "The mail server refused the message (550).");
  const path = await email("nobody@example.test");
  await expect.poll(() => deliveryOf(path), { timeout: 30_000 }).toBe("failed");
  expect((await ask("GET", path)).body.error).toBe("The mail server refused the message (550).");
});

test("a list needs topics or a delivery that there is", async () => {
  expect((await ask("GET", "?delivery=lost")).status).toBe(400);
  expect((await ask("GET", "")).status).toBe(400);
});
