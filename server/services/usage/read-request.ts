import type { Context } from "#server/context.ts";
import * as usage from "#server/store/usage/usage.ts";
import type { ExchangeContent } from "./exchange-content.ts";
import { readUsage } from "./read-usage.ts";

/** A request to an element instance, with the exchanges with the provider that were recorded. Refuses notFound. */
export async function readRequest(ctx: Context, requestId: string) {
  const request = await readUsage(ctx, requestId);
  const { organizationId } = ctx.caller;
  const createdAt = new Date(request.traffic_date);
  const found = await usage.exchanges(ctx.db.prisma, { organizationId, requestId, createdAt });
  return {
    ...request,
    exchanges: found.map(({ n, method, url, status, durationMs, content }) => ({
      ...{ n, method, url, status, durationMs },
      ...(JSON.parse(content) as ExchangeContent),
    })),
  };
}
