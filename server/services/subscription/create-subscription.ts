import type { Context } from "#server/context.ts";
import { ownScope } from "#server/store/database/scope.ts";
import * as subscriptions from "#server/store/delivery/subscriptions.ts";
import { requireDesigner } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { type Credentials, newCredentials, sealCredentials } from "../notification/credentials.ts";
import { storedAddress } from "../notification/subscribed-address.ts";
import { noSuchSubscription } from "./find-subscription.ts";
import { type Channel, presentSubscription } from "./present-subscription.ts";

export type NewSubscription = {
  channel: Channel;
  topics: string[];
  address: string;
  credentials: Partial<Credentials>;
};

/** Subscribes the caller's account to topics. Refuses (badRequest) a webhook address that may not be requested. */
export async function createSubscription(ctx: Context, { channel, topics, address, credentials }: NewSubscription) {
  requireDesigner(ctx);
  if (channel === "webhook") await ctx.callbacks.check(address);
  const { organizationId, accountId, userId } = ctx.caller;
  const row = { id: await subscriptions.nextId(ctx.db.prisma), organizationId };
  const sealed = sealCredentials(ctx.vault, row, newCredentials(credentials));
  return ctx.db.prisma.$transaction(async (tx) => {
    const fields = { ...row, accountId, userId, channel, topics: [...new Set(topics)], credentials: sealed };
    const created = await subscriptions.insert(tx, { ...fields, ...storedAddress(ctx.vault, row, address) });
    await record(tx, ctx, { entity: "subscription", entityId: created.id, action: "created" });
    return presentSubscription(created);
  });
}

/**
 * Deletes a subscription, with the records of its deliveries. The subscription of an element instance is recreated when
 * the instance is saved.
 */
export async function deleteSubscription(ctx: Context, id: number) {
  requireDesigner(ctx);
  await ctx.db.prisma.$transaction(async (tx) => {
    if (!(await subscriptions.remove(tx, ownScope(ctx.caller), id))) throw noSuchSubscription(id);
    await record(tx, ctx, { entity: "subscription", entityId: id, action: "deleted" });
  });
  return {};
}
