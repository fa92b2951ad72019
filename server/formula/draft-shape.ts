import { z } from "zod";

const MOST_CHARACTERS = 1024 * 1024;

/**
 * A formula that somebody is still working on: any JSON object, since half done work is kept as well. What makes it
 * a formula is asked when it is published.
 */
export const draftSchema = z
  .record(z.string(), z.unknown())
  .refine((draft) => JSON.stringify(draft).length <= MOST_CHARACTERS, "must not be larger than 1 MB");
