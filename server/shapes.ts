import { z } from "zod";
import { stripTags } from "./strip-tags.ts";
import "./validation-messages.ts";

// Fields as clients send them: null counts as missing.

/** A field that may be missing or null. */
export const maybe = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => value ?? undefined, schema.optional());

/** A field with a default for missing and null. */
export const orElse = <Schema extends z.ZodType>(schema: Schema, standard: z.output<Schema>) =>
  z.preprocess((value) => value ?? standard, schema);

/** A list that may be missing, and may hold null entries, which are dropped. */
export const listOf = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(
    (value) => (Array.isArray(value) ? value.filter((entry) => entry !== null && entry !== undefined) : (value ?? [])),
    z.array(schema),
  );

/**
 * The longest text in an index of the database, in UTF-16 units: Postgres refuses entries of more than 2,704 bytes, and a
 * unit takes up to three. `server/store/indexed-text.test.ts` has all columns, also those with a limit of their own.
 */
export const LONGEST_INDEXED = 255;

/** Text by which the database finds rows, such as a name that is unique. */
export const indexedText = z.string().max(LONGEST_INDEXED);

/** A display name without HTML. */
export const displayName = z
  .string()
  .max(1000, "must not be longer than 1,000 characters")
  .transform(stripTags)
  .pipe(
    z
      .string()
      .min(1, "must not be empty")
      .regex(/^[^\0-\x1f\x7f]*$/, "must not contain line breaks or control characters"),
  );
