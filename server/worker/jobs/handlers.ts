import type { Composed } from "#server/compose.ts";
import type { JobHandlers } from "#server/outside/queue.ts";
import { deliverNotification } from "#server/services/notification/deliver-notification.ts";
import { giveUpNotification } from "#server/services/notification/failed-notifications.ts";
import { sweepRetention } from "#server/services/retention/sweep-retention.ts";

/** What the worker does for each kind of job. */
export const jobHandlers = ({ app, egress, mailer }: Pick<Composed, "app" | "egress" | "mailer">): JobHandlers => ({
  "notification.deliver": ({ notificationId }) =>
    deliverNotification(app, { http: egress.http, mailer }, notificationId),
  "notification.failed": ({ notificationId }) => giveUpNotification(app, notificationId),
  "retention.sweep": () => sweepRetention(app),
});
