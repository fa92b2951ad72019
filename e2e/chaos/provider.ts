import { appendFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";

/**
 * The provider and the receiver of callbacks. It writes each request to the file CHAOS_RECORD before it responds, so that
 * it forgets nothing when it is killed, and responds as it was last told to.
 */
const file = process.env.CHAOS_RECORD ?? "";
const record = (entry: object) => appendFileSync(file, `${JSON.stringify(entry)}\n`);

const HANGS_MS = 3000;

/**
 * How it responds. `send` responds as a whole with a status of success, which is recorded first: a process that is killed
 * could not record it later.
 */
const BEHAVIORS = {
  works: ({ send, text }) => send("result", text),
  late: ({ send, text }) => void setTimeout(() => send("result", text), HANGS_MS),
  lies: ({ send, response }) => {
    response.setHeader("content-type", "text/html");
    send("lie", "<html>All is well</html>");
  },
  refuses: ({ response }) => void response.writeHead(503).end("{}"),
  resets: ({ response }) => void response.destroy(),
  breaks: ({ response, text }) => {
    response.setHeader("content-length", text.length);
    response.write(text.slice(1));
    response.socket?.destroySoon();
  },
} satisfies Record<string, (given: Responding) => void>;

type Responding = { response: ServerResponse; text: string; send: (sends: "result" | "lie", body: string) => void };

export type Behavior = keyof typeof BEHAVIORS;

/** A line of the record: a request, or that its whole response is sent now: a correct one, or a lie. */
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
  const respond = BEHAVIORS[behavior];
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
  response.setHeader("content-type", "application/json");
  respond({
    response,
    text: JSON.stringify({ ok: true, of: text(apiKey) ?? "nobody" }),
    send(sends, body) {
      record({ responded: id, with: sends } satisfies Recorded);
      response.end(body);
    },
  });
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env.PORT), "127.0.0.1");
