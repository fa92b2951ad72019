import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { mapPage, type PageRequest } from "#server/page.ts";
import { ownScope } from "#server/store/database/scope.ts";
import * as subscriptions from "#server/store/delivery/subscriptions.ts";
import { presentSubscription } from "./present-subscription.ts";

/** A subscription that the caller sees; refuses notFound. */
export async function findSubscription({ db, caller }: Context, id: number) {
  const found = await subscriptions.find(db.prisma, ownScope(caller), id);
  if (!found) throw noSuchSubscription(id);
  return found;
}

export const readSubscription = async (ctx: Context, id: number) =>
  presentSubscription(await findSubscription(ctx, id));

/** The subscriptions of the caller's accounts; with `topics`, those with at least one of the topics. */
export async function listSubscriptions(
  { db, caller }: Context,
  { topics, page }: { topics: string[] | undefined; page: PageRequest },
) {
  return mapPage(await subscriptions.list(db.prisma, { scope: ownScope(caller), topics }, page), presentSubscription);
}

export const noSuchSubscription = (id: number) => new Failure("notFound", `There is no subscription ${id}.`);
