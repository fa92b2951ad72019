import { z } from "zod";

/** Work in progress: any JSON object, since incomplete drafts are stored, too. It is validated when it is published. */
export const draftUpTo = (megabytes: number) =>
  z
    .record(z.string(), z.unknown())
    .refine(
      (draft) => Buffer.byteLength(JSON.stringify(draft)) <= megabytes * 1024 * 1024,
      `must not be larger than ${megabytes} MB`,
    );

export const publicationMessage = z
  .string()
  .trim()
  .max(500)
  .meta({ description: "A description of the changes, for the history." });
