import { z } from "zod";
import { cronText } from "../cron.ts";
import { phrase, textOf } from "../definition.ts";
import { property } from "../property.ts";
import { defineTriggerType } from "../trigger-type.ts";

/** `scheduled` (spec §2.3): starts at the times of a Quartz cron, in UTC. */
export const scheduled = defineTriggerType({
  type: "scheduled",
  label: "Scheduled",
  summary: "Starts on a cron schedule.",
  offer: "On a schedule, such as every hour or every Monday at 8.",
  icon: "clock",
  line: [
    { message: "{times}", values: ({ cron }) => (textOf(cron) ? { times: { cron: textOf(cron) } } : undefined) },
    phrase("{cron}", ({ cron }) => cron),
  ],
  sentence: [
    {
      message: "On the schedule of each instance",
      values: ({ cron }) => (String(cron).includes("${") ? {} : undefined),
    },
    { message: "{times}, UTC", values: ({ cron }) => ({ times: { cron: textOf(cron) } }) },
    { message: "On the cron schedule {cron}, UTC", values: ({ cron }) => ({ cron: textOf(cron) }) },
  ],
  properties: z.object({
    cron: cronText.register(property, {
      reads: "template",
      label: "Cron",
      field: "cron",
      help: "Seconds, minutes, hours, day of month, month, day of week and optionally year, in UTC.",
    }),
  }),
  example: { cron: "0 0/15 * * * ?" },
  context: (_: Record<string, never>) => ({ type: "scheduled" }),
  fromManual: (body) => [{ type: "scheduled", ...(body !== undefined && body !== null && { args: body }) }],
  recordDepth: 1,
  recorded: ["type"],
  source: "schedule",
  sample: () => ({}),
  asManual: (recorded) => recorded,
  story: [{ message: "The schedule started the run.", values: () => ({}) }],
});
