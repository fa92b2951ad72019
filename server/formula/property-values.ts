import { z } from "zod";
import { parseExactJson } from "#server/exact-json.ts";

/** A whole number, also as text: `5` and `"5"` (spec §2.5, "string/integer"). */
export const wholeNumber = (from: number, to: number) =>
  z.preprocess(
    (value) => (typeof value === "string" && /^\s*-?\d+\s*$/.test(value) ? Number(value) : value),
    z
      .int(`must be a whole number from ${from} to ${to}`)
      .min(from, `must be at least ${from}`)
      .max(to, `must be at most ${to}`),
  );

/** True or false, also as text (spec §2.5, "string/boolean"). */
export const yesOrNo = z.preprocess(
  (value) => (typeof value === "string" ? (TRUTH[value.trim().toLowerCase()] ?? value) : value),
  z.boolean("must be true or false"),
);

const TRUTH: Record<string, boolean | undefined> = { true: true, false: false };

/** Text that may not be empty. */
export const text = z
  .string({ error: ({ input }) => (input === undefined ? "is required" : "must be text") })
  .min(1, "must not be empty");

/** Text or a number, since ids are also written as numbers. */
export const textOrNumber = z.preprocess((value) => (typeof value === "number" ? String(value) : value), text);

/** An object, also as JSON text. */
export const objectOrJson = z.preprocess(
  (value) => (typeof value === "string" ? (asObject(value) ?? value) : value),
  z.record(z.string(), z.unknown(), "must be an object or the JSON text of one"),
);

/** The HTTP methods of the product (spec §2.5). */
export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** An HTTP method, in any case. */
export const httpMethod = z.preprocess(
  (value) => (typeof value === "string" ? value.trim().toUpperCase() : value),
  z.enum(METHODS, {
    error: ({ input }) => (input === undefined ? "is required" : "must be GET, POST, PUT, PATCH or DELETE"),
  }),
);

/** Parses JSON text that is an object; undefined for anything else. */
function asObject(text: string): unknown {
  try {
    const value: unknown = parseExactJson(text);
    return typeof value === "object" && !Array.isArray(value) ? (value ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}
