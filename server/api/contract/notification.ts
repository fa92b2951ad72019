import { z } from "zod";
import { endpoint } from "../endpoint.ts";

const notification = z
  .object({
    id: z.number().int(),
    severity: z.string(),
    topic: z.string(),
    subject: z.string(),
    message: z.string(),
    from: z.string(),
    createdDate: z.string(),
    active: z.boolean(),
    acknowledged: z.boolean(),
  })
  .meta({ id: "Notification" });

export const listNotifications = endpoint({
  method: "GET",
  path: "/notifications",
  auth: "platform",
  summary: "List notifications of some topics",
  words: "The topic threat-level-midnight tells of formula instances that fail often.",
  tags: ["Notifications"],
  query: z.object({ "topics[]": z.array(z.string(), "must be given, such as topics[]=threat-level-midnight").min(1) }),
  paged: true,
  reply: z.array(notification),
});
