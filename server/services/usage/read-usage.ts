import { setTimeout as pause } from "node:timers/promises";
import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as usage from "#server/store/usage/usage.ts";
import { accountsOf } from "../analytics/window.ts";
import { keptSince } from "../retention/kept-since.ts";
import { presentUsage } from "./present-usage.ts";

/** Longer than other processes batch their writes. */
const GATHERING_MS = 300;

/** The request with this `elements-request-id`, also immediately after it; refuses notFound. */
export async function readUsage(ctx: Context, requestId: string) {
  const { organizationId } = ctx.caller;
  const key = { organizationId, requestId, accountIds: await accountsOf(ctx, undefined) };
  const find = () => usage.find(ctx.db.prisma, key, { from: keptSince(ctx), to: ctx.now() });
  await ctx.usage.flush();
  const found = (await find()) ?? (await pause(GATHERING_MS).then(find));
  if (found) return presentUsage(found);
  throw new Failure("notFound", `There is no call with the request id ${JSON.stringify(requestId)}.`);
}
