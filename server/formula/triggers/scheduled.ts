import { z } from "zod";
import { cronText } from "../cron.ts";
import { property } from "../property.ts";
import { defineTriggerType } from "../trigger-type.ts";

/** `scheduled` (spec §2.3): starts at the times of a Quartz cron, in UTC. */
export const scheduled = defineTriggerType({
  type: "scheduled",
  label: "Scheduled",
  summary: "Starts at the times a cron gives.",
  properties: z.object({
    cron: cronText.register(property, {
      reads: "template",
      label: "Cron",
      field: "cron",
      help: "Seconds, minutes, hours, day of month, month, day of week and perhaps year; times are UTC.",
    }),
  }),
  example: { cron: "0 0/15 * * * ?" },
  context: (_: Record<string, never>) => ({ type: "scheduled" }),
  fromManual: (body) => [{ type: "scheduled", ...(body !== undefined && body !== null && { args: body }) }],
  recordDepth: 1,
  recorded: ["type"],
});
