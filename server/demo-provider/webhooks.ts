import { createHmac, randomUUID } from "node:crypto";
import { created, fieldsOf, found, gone, ok, Refusal, type Route } from "./call.ts";

type Webhook = { id: string; url: string; secret: string; events: string[]; lastStatus: number | null };

/** An event of a record, such as `contact.created`. */
export type Happening = { type: string; objectType: string; objectId: string; data: unknown };

export type Webhooks = {
  /** The routes for applications to register webhook addresses: mounted under each provider. */
  routes: (provider: string) => Route[];
  notify: (provider: string, happening: Happening) => void;
};

const LONGEST_CALL_MS = 10_000;

/**
 * Posts changes to registered addresses with `X-Demo-Signature: sha256=<hex HMAC of the body>` under the webhook's
 * secret and a unique `Webhook-Id`. Each is sent once; a receiver that missed it has to request the list.
 */
export function createWebhooks(now: () => Date): Webhooks {
  const byProvider = new Map<string, Webhook[]>();
  const of = (provider: string) => byProvider.get(provider) ?? [];

  return {
    routes: (provider) => [
      ["GET", "/webhooks", () => ok(of(provider).map(({ secret: _, ...shown }) => shown))],
      [
        "POST",
        "/webhooks",
        (call) => {
          const { url, secret, events } = fieldsOf(call);
          const webhook: Webhook = {
            id: randomUUID(),
            url: address(url),
            secret: typeof secret === "string" && secret !== "" ? secret : randomUUID(),
            events: Array.isArray(events) ? events.map(String) : [],
            lastStatus: null,
          };
          byProvider.set(provider, [...of(provider), webhook]);
          return created(webhook);
        },
      ],
      [
        "DELETE",
        "/webhooks/{id}",
        ({ variables }) => {
          const { id } = found(
            of(provider).find((webhook) => webhook.id === variables.id),
            "webhook",
          );
          byProvider.set(
            provider,
            of(provider).filter((webhook) => webhook.id !== id),
          );
          return gone({});
        },
      ],
    ],
    notify(provider, happening) {
      for (const webhook of of(provider)) {
        if (webhook.events.length === 0 || webhook.events.includes(happening.type)) {
          void post(webhook, { id: randomUUID(), at: now().toISOString(), provider, ...happening });
        }
      }
    },
  };
}

async function post(webhook: Webhook, event: Happening & { id: string; at: string; provider: string }): Promise<void> {
  const body = JSON.stringify(event);
  const signature = createHmac("sha256", webhook.secret).update(body).digest("hex");
  const headers = {
    "content-type": "application/json",
    "webhook-id": event.id,
    "x-demo-signature": `sha256=${signature}`,
  };
  const signal = AbortSignal.timeout(LONGEST_CALL_MS);
  webhook.lastStatus = await fetch(webhook.url, { method: "POST", headers, body, signal }).then(
    ({ status }) => status,
    () => 0,
  );
}

function address(value: unknown): string {
  const url = typeof value === "string" ? URL.parse(value) : null;
  if (url?.protocol === "http:" || url?.protocol === "https:") return url.href;
  throw new Refusal(400, "bad_request", "url: must be an http or https address.");
}
