import type { Context } from "#server/context.ts";
import * as deliveries from "#server/store/delivery/deliveries.ts";
import type { DescribedCallback } from "../notification/attempt.ts";
import type { DeliveryKey } from "./list-deliveries.ts";
import { findDelivery } from "./list-deliveries.ts";

/** A delivery that is sent again has new attempts: of many, the last are shown. */
const MOST = 50;

/** The attempts of a delivery, the last one first, with request, response and time. Refuses notFound. */
export async function listAttempts(ctx: Context, key: DeliveryKey) {
  const { id: deliveryId, organizationId } = await findDelivery(ctx, key);
  const found = await deliveries.attempts(ctx.db.prisma, { organizationId, deliveryId, limit: MOST });
  return found.map(({ id, status, startedAt, durationMs, error, exchange }) => ({
    id: Number(id),
    status,
    startedAt: startedAt.toISOString(),
    durationMs,
    error,
    exchange: exchange === null ? null : (JSON.parse(exchange) as DescribedCallback),
  }));
}
