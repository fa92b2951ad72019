import type { Composed } from "#server/compose.ts";
import type { JobHandlers } from "#server/outside/queue.ts";
import { deliverNotification } from "#server/services/notification/deliver-notification.ts";
import { sweepRetention } from "#server/services/retention/sweep-retention.ts";

/** What the worker does for each kind of job. */
export const jobHandlers = ({ app, egress, mailer }: Pick<Composed, "app" | "egress" | "mailer">): JobHandlers => ({
  "notification.deliver": ({ notificationId }) =>
    deliverNotification(app, { http: egress.http, mailer }, notificationId),
  "retention.sweep": () => sweepRetention(app),
});
