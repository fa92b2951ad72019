import { appendFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";

/**
 * The provider and the receiver of callbacks. It writes each request to the file CHAOS_RECORD before it responds, so that
 * it forgets nothing when it is killed, and responds as it was last told to.
 */
const file = process.env.CHAOS_RECORD ?? "";
const record = (entry: object) => appendFileSync(file, `${JSON.stringify(entry)}\n`);

const HANGS_MS = 3000;

/** How it responds, and whether the caller gets a whole response with a status of success: a correct one, or a lie. */
const BEHAVIORS = {
  works: { sends: "result", respond: (response, text) => response.end(text) },
  late: { sends: "result", respond: (response, text) => setTimeout(() => response.end(text), HANGS_MS) },
  lies: {
    sends: "lie",
    respond: (response) => response.setHeader("content-type", "text/html").end("<html>All is well</html>"),
  },
  refuses: { sends: null, respond: (response) => response.writeHead(503).end("{}") },
  resets: { sends: null, respond: (response) => response.destroy() },
  breaks: {
    sends: null,
    respond: (response, text) => {
      response.setHeader("content-length", text.length);
      response.write(text.slice(1));
      response.socket?.destroySoon();
    },
  },
} satisfies Record<
  string,
  { sends: "result" | "lie" | null; respond: (response: ServerResponse, text: string) => unknown }
>;

export type Behavior = keyof typeof BEHAVIORS;

/** A line of the record: a request, or that its response was sent as a whole. */
export type Recorded =
  | {
      request: string;
      path: string;
      body: string;
      apiKey: string | undefined;
      idempotencyKey: string | undefined;
      webhookId: string | undefined;
    }
  | { responded: string; with: "result" | "lie" };

let behavior: Behavior = "works";
process.on("message", (message: { behavior: Behavior }) => {
  behavior = message.behavior;
});
process.once("disconnect", () => process.exit(0));

let count = 0;
const text = (header: string | string[] | undefined) => (header === undefined ? undefined : String(header));

const server = createServer(async (request, response) => {
  if (request.url === "/") return void response.end();
  const { sends, respond } = BEHAVIORS[behavior];
  let body = "";
  try {
    for await (const chunk of request) body += chunk;
  } catch {
    return; // The caller was killed.
  }
  const { "x-api-key": apiKey, "idempotency-key": key, "webhook-id": webhookId } = request.headers;
  const id = `${process.pid}-${++count}`;
  record({
    ...{ request: id, path: request.url ?? "", body },
    ...{ apiKey: text(apiKey), idempotencyKey: text(key), webhookId: text(webhookId) },
  } satisfies Recorded);
  if (sends) response.once("finish", () => record({ responded: id, with: sends } satisfies Recorded));
  response.setHeader("content-type", "application/json");
  respond(response, JSON.stringify({ ok: true, of: text(apiKey) ?? "nobody" }));
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env.PORT), "127.0.0.1");
