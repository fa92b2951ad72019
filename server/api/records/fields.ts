import { z } from "zod";
import { hasUsualYear, namesImpossibleDay, UNUSUAL_YEAR } from "#server/calendar.ts";

const MAX_ID = 2_147_483_647;
/** How the documentation shows ids: parsed from text, but a number to the reader. */
const NUMBER = { type: "integer", pattern: undefined } as const;

/** An id in a path or query; an invalid one is not found instead of an error of the database. */
export const id = z
  .string("must be a number")
  .regex(/^\d{1,10}$/, "must be a number")
  .transform(Number)
  .refine((number) => number > 0 && number <= MAX_ID, "must be a number")
  .meta(NUMBER);

/** An id that may be larger: of an execution, or of a formula's part. */
export const longId = z
  .string("must be a number")
  .regex(/^\d{1,15}$/, "must be a number")
  .transform(Number)
  .meta(NUMBER);

/** The key of an element, or its id. */
export const keyOrId = z.string().min(1).max(255);

export const flag = z
  .enum(["true", "false"], "must be true or false")
  .transform((text) => text === "true")
  .optional();

/** A point in time: as JavaScript's toJSON writes it, a day, or with an offset. */
export const moment = z
  .string()
  .regex(
    /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/,
    "must be an ISO 8601 date such as 2026-01-31T12:00:00Z",
  )
  .refine((text) => !namesImpossibleDay(text), "names a day that the calendar does not have")
  .transform((text) => new Date(/T/.test(text) && !/(Z|[+-]\d\d:?\d\d)$/.test(text) ? `${text}Z` : text))
  .refine((date) => !Number.isNaN(date.getTime()), "must be an ISO 8601 date such as 2026-01-31T12:00:00Z")
  .refine(hasUsualYear, UNUSUAL_YEAR)
  .meta({ format: "date-time" });

/** The same as a value of JavaScript, as screens send it. */
export const time = z.coerce.date().refine(hasUsualYear, UNUSUAL_YEAR);

/** `name[]=1&name[]=2`, or one value with commas. */
export const ids = z
  .array(z.string())
  .transform((texts) => texts.flatMap((text) => text.split(",")))
  .pipe(
    z
      .array(
        z
          .string()
          .trim()
          .regex(/^\d{1,9}$/, "must be numbers")
          .transform(Number),
      )
      .max(1000),
  )
  .optional();

/** The response of an operation without a result. */
export const nothing = z.object({}).meta({ description: "An empty object." });
