import { z } from "zod";
import { FORMULA_CALLBACK } from "#server/services/bulk/callback.ts";

export const objectName = z.string().min(1).max(255);
export const text = z.string().max(100_000).optional();
const date = z.string().max(100).optional();

/** Selects the rows of an object by its date. */
export const period = z.object({ from: date, to: date, lastRunDate: date });

/** The object of a download and the selection of its rows, without a select. */
export const selection = z.object({
  objectName: objectName.optional(),
  where: text,
  fields: z.array(z.string().min(1).max(255)).max(1000).optional(),
  ...period.shape,
});

export const callback = z.object({
  "elements-async-callback-url": z
    .union(
      [z.url().max(2000), z.string().regex(FORMULA_CALLBACK)],
      "must be a URL, or /formulas/instances/{id}/executions",
    )
    .optional()
    .meta({
      description:
        "A URL that receives the final status of the job by POST, or /formulas/instances/{id}/executions to start a formula with it.",
    }),
});

export const schedule = z.object({
  "elements-schedule-request": z
    .string()
    .trim()
    .max(1000)
    .optional()
    .meta({ description: "A cron expression of six or seven fields, seconds first, in UTC." }),
});

export const created = z.object({ id: z.string(), status: z.string() }).meta({ id: "CreatedBulkJob" });
