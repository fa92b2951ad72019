import { promisify } from "node:util";
import { gzip } from "node:zlib";

const gzipped = promisify(gzip);

/** Smaller responses fit into one packet. */
const LEAST_BYTES = 1400;

/** Compresses a response with gzip if the client accepts that and it is worthwhile. Streams are unchanged. */
export async function compressed(response: Response, accepted = ""): Promise<Response> {
  const { headers, status } = response;
  if (!response.body || headers.has("content-encoding") || headers.get("content-type") === "text/event-stream")
    return response;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const reply = new Headers(headers);
  reply.append("vary", "accept-encoding");
  if (bytes.length < LEAST_BYTES || !/(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepted))
    return new Response(bytes, { status, headers: reply });
  reply.set("content-encoding", "gzip");
  return new Response(new Uint8Array(await gzipped(bytes)), { status, headers: reply });
}
