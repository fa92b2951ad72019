import type { IncomingMessage } from "node:http";
import { Failure } from "#server/errors.ts";

const SLOWEST_MS = 30_000;

/** A request as the rules read it. */
export type Incoming = {
  method: string;
  /** Decoded segments of the path are parameters of the rule. */
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  /** The body, which is then passed on from memory. Refuses tooLarge and requestTimeout. */
  readBody: (limit: number) => Promise<string>;
  /** The body, if a rule has read it. */
  bytes: Buffer | undefined;
};

/** Undefined for an address that is no path, such as that of a forward proxy. */
export function incomingOf(request: IncomingMessage, url: string): Incoming | undefined {
  const [path = "", ...rest] = url.split("?");
  if (!path.startsWith("/")) return undefined;
  let query: URLSearchParams | undefined;
  const incoming: Incoming = {
    method: request.method ?? "GET",
    path,
    get query() {
      query ??= new URLSearchParams(rest.join("?"));
      return query;
    },
    headers: request.headers,
    bytes: undefined,
    async readBody(limit) {
      incoming.bytes ??= await readAll(request, limit);
      return incoming.bytes.toString();
    },
  };
  return incoming;
}

function readAll(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const timer = setTimeout(
      () => stop(new Failure("requestTimeout", "The body did not arrive within 30 seconds.")),
      SLOWEST_MS,
    );
    function stop(failure?: Failure): void {
      clearTimeout(timer);
      request.off("data", onData).off("end", onEnd).off("close", onClose);
      if (failure) reject(failure);
      else resolve(Buffer.concat(chunks, size));
    }
    function onData(chunk: Buffer): void {
      size += chunk.length;
      if (size > limit)
        stop(
          new Failure("tooLarge", `The body is larger than ${Math.floor(limit / 1024)} KB, the limit of this request.`),
        );
      else chunks.push(chunk);
    }
    const onEnd = () => stop();
    const onClose = () => stop(new Failure("badRequest", "The body ended before it was complete."));
    request.on("data", onData).once("end", onEnd).once("close", onClose);
  });
}
