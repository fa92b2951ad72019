import type { IncomingMessage, ServerResponse } from "node:http";

const LINGER_MS = 10_000;

/**
 * Keeps the connection of a request whose body is refused open until the client has sent it, or for ten seconds. If a
 * connection is closed while the client still sends, it is reset, and the client never reads why it was refused.
 * The response is sent at once; the rest of the body is discarded.
 */
export function lingerOnUnreadBody(request: IncomingMessage, response: ServerResponse, lingerMs = LINGER_MS): void {
  if (!announcesBody(request)) return;
  const end = response.end as (...rest: unknown[]) => ServerResponse;
  response.end = ((...rest: unknown[]) => {
    response.end = end as typeof response.end;
    if (request.complete || request.destroyed) return response.end(...(rest as []));
    const [chunk] = rest;
    if (!response.headersSent) {
      const length = typeof chunk === "string" || Buffer.isBuffer(chunk) ? Buffer.byteLength(chunk) : 0;
      if (!response.hasHeader("content-length")) response.setHeader("content-length", length);
      response.flushHeaders();
    }
    if (typeof chunk !== "function" && chunk) response.write(chunk);
    void discard(request, lingerMs).then(() => {
      response.end();
      if (!request.complete) request.socket.destroySoon();
    });
    return response;
  }) as typeof response.end;
}

/** Whether the headers of a request announce a body. */
export const announcesBody = ({ headers }: Pick<IncomingMessage, "headers">): boolean =>
  headers["transfer-encoding"] !== undefined ||
  (headers["content-length"] !== undefined && headers["content-length"] !== "0");

function discard(request: IncomingMessage, lingerMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, lingerMs);
    function done() {
      clearTimeout(timer);
      for (const event of ["end", "close", "error"]) request.off(event, done);
      resolve();
    }
    // The previous reader would keep receiving the bytes.
    for (const event of ["data", "readable"]) request.removeAllListeners(event);
    for (const event of ["end", "close", "error"]) request.on(event, done);
    request.on("data", () => {});
    request.resume();
  });
}
