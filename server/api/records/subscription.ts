import { z } from "zod";

export const CHANNELS = ["webhook", "email", "sms", "push"] as const;

export const subscriptionRecord = z
  .object({
    id: z.number().int(),
    channel: z.enum(CHANNELS),
    topics: z.array(z.string()),
    config: z.record(z.string(), z.string()).meta({ description: "For webhooks, the url." }),
    active: z.boolean(),
    deactivatedDate: z
      .string()
      .optional()
      .meta({ description: "When the subscription was deactivated because its receiver failed." }),
    dismissed: z.boolean().optional().meta({ description: "Whether a user dismissed this deactivation." }),
    elementInstanceId: z
      .number()
      .int()
      .optional()
      .meta({ description: "The element instance whose events it delivers." }),
    createdDate: z.string(),
    updatedDate: z.string(),
  })
  .meta({ id: "Subscription" });
