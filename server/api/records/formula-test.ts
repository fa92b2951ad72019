import { z } from "zod";

/** One thing that a replay of a formula test did in another way. */
export const difference = z.object({
  kind: z.enum(["status", "missing", "unexpected", "way", "output", "error", "request", "order"]),
  at: z.string().meta({ description: "A step, with the part of its output." }),
  expected: z.string().optional(),
  actual: z.string().optional(),
});
