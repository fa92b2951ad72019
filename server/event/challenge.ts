import { isRecord } from "../element/bare-record.ts";
import type { HookResponse } from "./event-hook.ts";

/** A request to an address for webhooks. `text` is the body. */
type Received = { method: string; query: Readonly<Record<string, unknown>>; text: string };

/** Challenges are short; anything longer is an event. */
const LONGEST = 4096;

/** Parameters that are sent back as text, and the method by which they are a challenge, if only one. */
const IN_QUERY: readonly { name: string; method?: string }[] = [
  { name: "validationToken" },
  { name: "hub.challenge", method: "GET" },
  { name: "challenge", method: "GET" },
];

/**
 * The response to a request by which a provider verifies an address before it sends events there: the value that it
 * sent. These are those that need no secret: `validationToken` (Microsoft Graph), `hub.challenge` (WebSub, Meta),
 * `challenge` in a query (Dropbox) or alone in a body, or with the type `url_verification` (Slack). Undefined for events.
 */
export function challengeResponse({ method, query, text }: Received): HookResponse | undefined {
  for (const { name, method: only = method } of IN_QUERY) {
    const value = query[name];
    if (only === method && typeof value === "string" && value !== "" && value.length <= LONGEST)
      return { code: 200, body: value, contentType: "text/plain; charset=utf-8" };
  }
  if (text.length > LONGEST || !/^\s*\{/.test(text)) return undefined;
  const body = parsed(text);
  if (!isRecord(body) || typeof body.challenge !== "string") return undefined;
  if (body.type !== "url_verification" && Object.keys(body).length > 1) return undefined;
  return { code: 200, body: { challenge: body.challenge }, contentType: undefined };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
