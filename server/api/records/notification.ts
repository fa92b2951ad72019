import { z } from "zod";
import { LONGEST_TOPIC } from "#server/event/callback.ts";

/** A topic as input. */
export const topic = z.string().trim().min(1).max(LONGEST_TOPIC);

export const DELIVERIES = ["inbox", "pending", "sent", "failed"] as const;

export const SEVERITIES = ["low", "medium", "high"] as const;

export const notificationRecord = z
  .object({
    id: z.number().int(),
    severity: z.string(),
    topic: z.string(),
    subject: z.string(),
    message: z.unknown().meta({ description: "Text, or the payload sent to webhooks, such as events." }),
    from: z.string(),
    createdDate: z.string(),
    active: z.boolean(),
    acknowledged: z.boolean(),
    delivery: z.enum(DELIVERIES).meta({
      description: "The status of the delivery to its recipient; inbox if it is only shown here.",
    }),
    recipient: z.string().optional().meta({ description: "The e-mail address or webhook of the recipient." }),
    error: z.string().optional().meta({ description: "Why the last delivery attempt failed." }),
  })
  .meta({ id: "Notification" });
