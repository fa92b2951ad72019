import type { IncomingMessage } from "node:http";
import { Refusal } from "./call.ts";

const LARGEST_BODY_BYTES = 10_000_000;

/** The whole body as text and parsed by its content type: JSON and forms as values, an empty body as null. */
export async function readBody(request: IncomingMessage): Promise<{ body: unknown; text: string }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_BODY_BYTES) throw new Refusal(413, "too_large", "The body is too large.");
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString("utf8");
  return { body: text === "" ? null : readAs(text, request.headers["content-type"] ?? ""), text };
}

function readAs(text: string, contentType: string): unknown {
  if (contentType.includes("x-www-form-urlencoded")) return Object.fromEntries(new URLSearchParams(text));
  if (!contentType.includes("json")) return text;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Refusal(400, "bad_json", error instanceof Error ? error.message : "The body is not JSON.");
  }
}
