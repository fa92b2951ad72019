import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asUser } from "#server/testing/acting.ts";
import { aDeliveringApi, type DeliveringApi } from "#server/testing/delivering.ts";
import { anOrganization } from "#server/testing/organizations.ts";
import { type AProvider, aProvider } from "#server/testing/running.ts";
import { listGivenUp } from "../subscription/list-given-up.ts";

let api: DeliveringApi;
let receiver: AProvider;
let respond: RequestListener;
let count = 0;

beforeAll(async () => {
  api = await aDeliveringApi();
  receiver = await aProvider((request, response) => respond(request, response));
});
afterAll(async () => {
  await api.close();
  await receiver.close();
});

const REFUSED: RequestListener = (_, response) => response.writeHead(410).end();
const ACCEPTED: RequestListener = (_, response) => response.end();

/** A subscription that is deactivated, with two deliveries that are held. */
async function aStoppedDestination() {
  respond = REFUSED;
  const topic = `dismissed-${++count}`;
  const config = { url: `${receiver.url}/${count}` };
  const { body } = await api.send("POST", "/notifications/subscriptions", {
    channel: "webhook",
    topics: [topic],
    config,
  });
  const notify = async () => {
    const id: number = (await api.send("POST", "/notifications", { topic, message: "hello" })).body.id;
    await api.deliveriesOf(id, "queued");
    return id;
  };
  return { id: body.id as number, notify, held: [await notify(), await notify()] as const };
}
const givenUp = async () => {
  const ctx = await asUser(api.app, { organizationId: api.organization.id, userId: api.organization.viewer.id });
  return (await listGivenUp(ctx, 100)).items.map(({ id }) => id);
};
const all = (id: number) => `/notifications/subscriptions/${id}/deliveries/dismiss`;
const one = (notificationId: number, id: number) =>
  `/notifications/${notificationId}/subscriptions/${id}/deliveries/dismiss`;
const statusesOf = async (id: number, notifications: readonly number[]) => {
  const paths = notifications.map((notification) => `/notifications/${notification}/subscriptions/${id}/deliveries`);
  return Promise.all(paths.map(async (path) => (await api.send("GET", path)).body.status));
};
const audited = async (id: number) => {
  const where = { organizationId: api.organization.id, entity: "subscription", entityId: String(id) };
  return (await api.app.db.prisma.auditEntry.findMany({ where })).map(({ action }) => action);
};

test("a destination is dismissed with all that is held: Home shows it again only if it is deactivated again", async () => {
  const { id, held, notify } = await aStoppedDestination();
  await expect.poll(givenUp).toContain(id);
  expect((await api.send("PUT", all(id))).body).toEqual({ dismissed: 2 });
  expect(await givenUp()).not.toContain(id);
  expect(await statusesOf(id, held)).toEqual(["notified", "notified"]);
  expect(await audited(id)).toContain("deliveriesDismissed");
  expect((await api.send("PUT", all(id))).body).toEqual({ dismissed: 0 });
  expect((await audited(id)).filter((action) => action === "deliveriesDismissed")).toHaveLength(1);
  const { body } = await api.send("GET", `/notifications/subscriptions/${id}`);
  expect(body).toMatchObject({ active: false, deactivatedDate: expect.any(String), dismissed: true });

  // New notifications are held as before, and a release sends only them.
  const later = await notify();
  expect(await givenUp()).not.toContain(id);
  respond = ACCEPTED;
  await api.send("PUT", `/notifications/subscriptions/deliveries?where=config.url='${body.config.url}'`);
  await api.deliveriesOf(later, "delivered");
  expect(await statusesOf(id, held)).toEqual(["notified", "notified"]);

  respond = REFUSED;
  await notify();
  await expect.poll(givenUp).toContain(id);
});

test("a single delivery is dismissed, and can be resent; another status is refused", async () => {
  const { id, held } = await aStoppedDestination();
  const [first, second] = held;
  expect((await api.send("PUT", one(first, id))).body).toMatchObject({ status: "notified", notificationId: first });
  expect(await statusesOf(id, held)).toEqual(["notified", "queued"]);
  expect([await audited(id), await givenUp()]).toEqual([
    expect.arrayContaining(["deliveryDismissed"]),
    expect.arrayContaining([id]),
  ]);
  const refused = await api.send("PUT", one(first, id));
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining("is notified. Only queued")]);
  respond = ACCEPTED;
  await api.send("PUT", `/notifications/${first}/subscriptions/${id}/deliveries`);
  for (const notification of [first, second]) await api.deliveriesOf(notification, "delivered");
});

test("viewers, and other organizations and accounts, dismiss nothing", async () => {
  const { id, held } = await aStoppedDestination();
  const { organization } = api;
  const foreign = (await anOrganization(api.app)).administrator;
  const colleague = await organization.aColleague();
  for (const path of [all(id), one(held[0], id)])
    for (const [as, status] of [
      [organization.viewer, 403],
      [foreign, 404],
      [colleague, 404],
    ] as const)
      expect([path, (await api.send("PUT", path, undefined, as as typeof foreign)).status]).toEqual([path, status]);
  expect(await statusesOf(id, held)).toEqual(["queued", "queued"]);
  expect(await givenUp()).toContain(id);
});
