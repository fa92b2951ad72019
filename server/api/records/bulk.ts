import { z } from "zod";
import { typesOf } from "#server/registry.ts";
import { FORMULA_CALLBACK } from "#server/services/bulk/callback.ts";
import { BULK_FORMATS, type BulkFormat } from "#server/services/bulk/formats/registry.ts";

export const bulkFormat = z.enum(typesOf(BULK_FORMATS) as [BulkFormat, ...BulkFormat[]]);

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

const writes = z.looseObject({
  identifierFieldName: z.string().min(1).max(255).nullish(),
  action: z.enum(["create", "upsert"]).nullish(),
  /** A name that the caller has for the upload. */
  batchId: z.union([z.string().max(255), z.number()]).nullish(),
});

const NAMES = [...Object.keys(writes.shape), "format"];
const misspelled = (names: readonly string[]) =>
  names.find((name) => !NAMES.includes(name) && NAMES.some((known) => known.toLowerCase() === name.toLowerCase()));

const consistent = <Schema extends z.ZodType<z.output<typeof writes>>>(schema: Schema) =>
  schema
    // Ignored, an identifier would not be one, and each row a new object.
    .refine((fields) => misspelled(Object.keys(fields)) === undefined, {
      error: ({ input }) =>
        `must not have the field ${JSON.stringify(misspelled(Object.keys(input as object)))}: mind its capital letters`,
    })
    .refine(({ action, identifierFieldName: name }) => action !== "upsert" || typeof name === "string", {
      path: ["identifierFieldName"],
      message: "is required with the action upsert: the field by which an object is found",
    })
    .refine(({ action, identifierFieldName: name }) => action !== "create" || typeof name !== "string", {
      path: ["action"],
      message: "must be upsert with an identifierFieldName: create finds no objects",
    });

/** How an upload writes its rows. Other fields, such as the path of older clients, change nothing. */
export const writeMetaData = consistent(writes);

/** The same, with the format of the file. */
export const uploadMetaData = consistent(
  writes.extend({ format: bulkFormat.optional(), escapeFormulas: z.boolean().optional() }),
);

export const created = z.object({ id: z.string(), status: z.string() }).meta({ id: "CreatedBulkJob" });
