import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { FAILURE_STATUS, Failure } from "#server/errors.ts";

type Exchange = { request: IncomingMessage; response: ServerResponse; origin: string };

/** Sends an error of the router: as a page to a browser that opens one, else as JSON (spec §7). */
export function refuse({ request, response, origin }: Exchange, error: unknown): void {
  if (response.headersSent) return void response.destroy();
  const failure = error instanceof Failure ? error : new Failure("serverError", "Something went wrong on our side.");
  const { kind, message, headers } = failure;
  const requestId = randomUUID();
  const isPage = request.method === "GET" && /\btext\/html\b/.test(request.headers.accept ?? "");
  // The sign-in page shows the message that this address contains.
  const url = `${origin}/sign-in?error=${encodeURIComponent(message)}`;
  const isSignIn = request.url?.startsWith("/api/auth/");
  const text = isPage ? page(message) : JSON.stringify({ message, requestId, ...(isSignIn && { url }) });
  response
    .writeHead(FAILURE_STATUS[kind], {
      "content-type": isPage ? "text/html; charset=utf-8" : "application/json; charset=utf-8",
      "content-length": Buffer.byteLength(text),
      "elements-request-id": requestId,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      ...headers,
      // The rest of a body that nobody reads.
      ...(!request.complete && { connection: "close" }),
    })
    .end(text);
}

/** `message` is a sentence of the router without text of a client. */
const page = (message: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Formulary</title></head>
<body><main><h1>Formulary is not available</h1><p>${message}</p></main></body></html>
`;
