import { z } from "zod";

const MOST_CHARACTERS = 1024 * 1024;

/**
 * A formula in progress: any JSON object, since incomplete drafts are stored as well. It is validated when it is
 * published.
 */
export const draftSchema = z
  .record(z.string(), z.unknown())
  .refine((draft) => JSON.stringify(draft).length <= MOST_CHARACTERS, "must not be larger than 1 MB");
