import { z } from "zod";
import { Failure } from "../../errors.ts";
import type { FilePart } from "../ports.ts";
import { filePartOf } from "../sent-file.ts";

const given = z
  .strictObject({
    fileName: z.string().min(1).max(255),
    contentType: z
      .string()
      .regex(/^[\w.+-]+\/[\w.+-]+(?:; ?charset=[\w-]+)?$/)
      .optional(),
    text: z.string().optional(),
    base64: z.base64().optional(),
  })
  .refine(({ text, base64 }) => (text === undefined) !== (base64 === undefined));

/** The argument that is a file, as JSON Schema. */
export const FILE_ARGUMENT = {
  type: "object",
  properties: {
    fileName: { type: "string" },
    contentType: {
      type: "string",
      description: "Such as text/csv. By default what the text is: plain text, or bytes.",
    },
    text: { type: "string", description: "The content, if it is text." },
    base64: { type: "string", description: "The content, if it is no text." },
  },
  required: ["fileName"],
  additionalProperties: false,
};

/** The file of an argument; refuses badRequest. */
export function fileOf(argument: string, value: unknown): FilePart {
  const { success, data } = given.safeParse(value);
  if (!success)
    throw new Failure(
      "badRequest",
      `${argument}: must be an object with fileName, and the content either as text or as base64.`,
    );
  const { fileName, contentType, text, base64 = "" } = data;
  const isText = text !== undefined;
  return filePartOf({
    fileName,
    contentType: contentType ?? (isText ? "text/plain" : "application/octet-stream"),
    bytes: isText ? Buffer.from(text) : Buffer.from(base64, "base64"),
  });
}
