import { z } from "zod";
import { isEmailAddress } from "#server/account/email-address.ts";
import { createNotification } from "#server/services/notification/create-notification.ts";
import { resendNotification } from "#server/services/notification/failed-notifications.ts";
import {
  acknowledgeNotification,
  deleteNotification,
  readNotification,
} from "#server/services/notification/find-notification.ts";
import { listNotifications } from "#server/services/notification/list-notifications.ts";
import { sendEmails } from "#server/services/notification/send-emails.ts";
import { maybe, orElse } from "#server/shapes.ts";
import { endpoint } from "../endpoint.ts";
import { CustomResponse } from "../handler.ts";
import { id, nothing } from "../records/fields.ts";
import { DELIVERIES, notificationRecord, SEVERITIES, topic } from "../records/notification.ts";

const TEXT = "text/plain";
const from = orElse(z.string().max(255), "formulary");
const message = z.string().min(1, "must not be empty").max(100_000);
const one = z.object({ notificationId: id });
const shared = { auth: "platform", tags: ["Notifications"] } as const;

const emails = z
  .array(z.string().max(320).refine(isEmailAddress, "must be e-mail addresses"), "must be a list of e-mail addresses")
  .min(1, "must name somebody")
  .max(100, "must not name more than 100")
  .meta({ examples: [["you@example.com"]] });

export const notificationEndpoints = {
  createNotification: endpoint({
    ...shared,
    method: "POST",
    path: "/notifications",
    summary: "Publish a notification to a topic",
    body: z.object({ severity: orElse(z.enum(SEVERITIES), "low"), topic, message, from }),
    reply: notificationRecord,
    handle: (ctx, { body }) => createNotification(ctx, body),
  }),

  listNotifications: endpoint({
    ...shared,
    method: "GET",
    path: "/notifications",
    summary: "List notifications by topic",
    description: "The topic threat-level-midnight contains formula instances that fail often.",
    query: z
      .object({
        "topics[]": z.array(z.string()).min(1).optional(),
        delivery: z.enum(DELIVERIES).optional().meta({
          description:
            "Returns only notifications with this delivery status. The topics are optional if you set it. Failed notifications can be resent.",
        }),
      })
      .refine((query) => query["topics[]"] !== undefined || query.delivery !== undefined, {
        path: ["topics[]"],
        message: "must be given, such as topics[]=threat-level-midnight",
      }),
    paged: true,
    reply: z.array(notificationRecord),
    handle: (ctx, { query, page }) =>
      listNotifications(ctx, { topics: query["topics[]"], delivery: query.delivery, page }),
  }),

  sendEmails: endpoint({
    ...shared,
    method: "POST",
    path: "/notifications/emails",
    summary: "Send an e-mail",
    description:
      "Each recipient gets a separate e-mail. If SMTP is not configured, the e-mail is stored as a notification. Returns an empty text.",
    body: z
      .object({
        to: z.preprocess((given) => (typeof given === "string" ? [given] : given), emails),
        subject: orElse(z.string().max(1000), "Notification"),
        message: maybe(z.string().max(1_000_000)),
        body: maybe(z.string().max(1_000_000)).meta({ description: "An alias of message." }),
        from,
      })
      .transform(({ body, message: text, ...email }) => ({ ...email, message: text ?? body ?? "" })),
    fileType: TEXT,
    reply: z.string(),
    handle: async (ctx, { body }) => {
      await sendEmails(ctx, body);
      return new CustomResponse("", { headers: { "content-type": `${TEXT}; charset=utf-8` } });
    },
  }),

  readNotification: endpoint({
    ...shared,
    method: "GET",
    path: "/notifications/{notificationId}",
    summary: "Get a notification",
    params: one,
    reply: notificationRecord,
    handle: (ctx, { params }) => readNotification(ctx, params.notificationId),
  }),

  deleteNotification: endpoint({
    ...shared,
    method: "DELETE",
    path: "/notifications/{notificationId}",
    summary: "Delete a notification",
    params: one,
    reply: nothing,
    handle: (ctx, { params }) => deleteNotification(ctx, params.notificationId),
  }),

  resendNotification: endpoint({
    ...shared,
    method: "PUT",
    path: "/notifications/{notificationId}/resend",
    summary: "Resend a failed notification",
    description: "The notification becomes pending and is attempted as often as a new notification.",
    params: one,
    reply: notificationRecord,
    handle: (ctx, { params }) => resendNotification(ctx, params.notificationId),
  }),

  acknowledgeNotification: endpoint({
    ...shared,
    method: "PUT",
    path: "/notifications/{notificationId}/acknowledge",
    summary: "Acknowledge a notification",
    params: one,
    reply: notificationRecord,
    handle: (ctx, { params }) => acknowledgeNotification(ctx, params.notificationId),
  }),
};
