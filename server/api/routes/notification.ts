import { listNotifications } from "#server/services/notification/list-notifications.ts";
import * as contract from "../contract/notification.ts";
import { route } from "../route.ts";

export const notificationRoutes = [
  route(contract.listNotifications, (ctx, { query, page }) =>
    listNotifications(ctx, { topics: query["topics[]"], page }),
  ),
];
