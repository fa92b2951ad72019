import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Reply } from "./call.ts";

/** Writes a reply. Streams follow the reader's speed and end when the reader disconnects. */
export async function sendReply(response: ServerResponse, { status, headers = {}, body, raw }: Reply): Promise<void> {
  if (raw === undefined || typeof raw === "string") {
    const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const length = text === undefined ? {} : { "content-length": String(Buffer.byteLength(text)) };
    response.writeHead(status, {
      ...(text !== undefined && { "content-type": "application/json" }),
      ...length,
      ...headers,
    });
    response.end(text);
    return;
  }
  response.writeHead(status, { "content-type": "application/octet-stream", ...headers });
  await pipeline(Readable.from(raw, { objectMode: false }), response).catch(() => response.destroy());
}
