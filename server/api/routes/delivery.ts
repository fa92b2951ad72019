import { listDeliveries, listDeliveriesOf, readDelivery } from "#server/services/delivery/list-deliveries.ts";
import { releaseDeliveries, replayDelivery } from "#server/services/delivery/release-deliveries.ts";
import * as contract from "../endpoints/delivery.ts";
import { route } from "../route.ts";

export const deliveryRoutes = [
  route(contract.listDeliveries, (ctx, { query, page }) => listDeliveries(ctx, { ...query, page })),
  route(contract.releaseDeliveries, (ctx, { query }) => releaseDeliveries(ctx, query.where)),
  route(contract.listDeliveriesOf, (ctx, { params, query }) => listDeliveriesOf(ctx, params.notificationId, query)),
  route(contract.readDelivery, (ctx, { params, query }) => readDelivery(ctx, params, query)),
  route(contract.replayDelivery, (ctx, { params }) => replayDelivery(ctx, params)),
];
