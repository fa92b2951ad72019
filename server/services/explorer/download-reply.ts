import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { readUpTo, TEXT } from "./bounded-text.ts";
import { fileNameOf, nameFromPath } from "./file-name.ts";
import { type ExplorerRequest, sendAsCaller } from "./send-request.ts";

/** A text is held in memory as a whole, to mask the secrets in it. */
const MOST_TEXT = 16 * 2 ** 20;

/**
 * Sends a request like `sendRequest`, and returns the whole response for a file: a text with its secrets masked,
 * anything else as it is, while it is received. Refuses what `sendRequest` refuses, badRequest for a response that is a
 * refusal, and tooLarge for a text of more than 16 MB.
 */
export async function downloadReply(ctx: Context, request: ExplorerRequest) {
  const { response, masked } = await sendAsCaller(ctx, request);
  const { status, headers, body } = response;
  if (status >= 400) {
    await body?.cancel();
    throw new Failure("badRequest", `The request was refused with the status ${status}. Send it to see why.`);
  }
  const contentType = headers.get("content-type") ?? "application/octet-stream";
  const name = fileNameOf(headers.get("content-disposition")) ?? nameFromPath(request.path, contentType);
  if (body === null || !TEXT.test(contentType)) return { name, contentType, body };
  const { text, isWhole } = await readUpTo(body, MOST_TEXT);
  if (!isWhole)
    throw new Failure("tooLarge", "The response has more than 16 MB of text. Use the example to download it.");
  const { fields, values } = await masked();
  // In JSON, so that its secrets are found in every form in which they are written.
  const shown = JSON.parse(values(JSON.stringify({ text: fields(text) }))) as { text: string };
  return { name, contentType, body: shown.text };
}
