import { createNotification } from "#server/services/notification/create-notification.ts";
import { resendNotification } from "#server/services/notification/failed-notifications.ts";
import {
  acknowledgeNotification,
  deleteNotification,
  readNotification,
} from "#server/services/notification/find-notification.ts";
import { listNotifications } from "#server/services/notification/list-notifications.ts";
import { sendEmails } from "#server/services/notification/send-emails.ts";
import * as contract from "../endpoints/notification.ts";
import { Answer, route } from "../route.ts";

export const notificationRoutes = [
  route(contract.createNotification, (ctx, { body }) => createNotification(ctx, body)),
  route(contract.listNotifications, (ctx, { query, page }) =>
    listNotifications(ctx, { topics: query["topics[]"], delivery: query.delivery, page }),
  ),
  route(contract.sendEmails, async (ctx, { body }) => {
    await sendEmails(ctx, body);
    return new Answer("", { headers: { "content-type": "text/plain; charset=utf-8" } });
  }),
  route(contract.readNotification, (ctx, { params }) => readNotification(ctx, params.notificationId)),
  route(contract.deleteNotification, (ctx, { params }) => deleteNotification(ctx, params.notificationId)),
  route(contract.resendNotification, (ctx, { params }) => resendNotification(ctx, params.notificationId)),
  route(contract.acknowledgeNotification, (ctx, { params }) => acknowledgeNotification(ctx, params.notificationId)),
];
