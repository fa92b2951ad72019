import type { CatalogElement, CatalogEntry, CatalogHook, CatalogResource } from "../definition.ts";
import { configurationEntry, endpoint, parameter } from "../parts.ts";

const SECRET = "webhook.secret";
const SUBSCRIPTION = "event.notification.subscription.id";

/** Stores a field of the provider's response in the configuration. */
const kept = (key: string, field: string, description: string) =>
  parameter("configuration", key, "bodyField", field, description, { source: "response" });

/** Registers a webhook with the provider when events are turned on, and removes it when they are turned off. */
const resources: CatalogResource[] = [
  endpoint("POST /webhooks", "POST /webhooks", "Subscribe to changes at the provider", {
    type: "onProvisionWebhook",
    parameters: [
      parameter(
        "configuration",
        "event.notification.webhook.url",
        "bodyField",
        "url",
        "Where notifications of changes are sent",
      ),
      kept(SUBSCRIPTION, "id", "The provider's id of the webhook"),
      kept(SECRET, "secret", "What the provider signs with"),
    ],
  }),
  endpoint("DELETE /webhooks", "DELETE /webhooks/{webhookId}", "Unsubscribe from changes at the provider", {
    type: "onDeleteWebhook",
    parameters: [parameter("configuration", SUBSCRIPTION, "path", "webhookId", "The provider's id of the webhook")],
  }),
];

const secret: CatalogEntry = configurationEntry(SECRET, "Webhook secret", "What the provider signs its webhooks with", {
  type: "PASSWORD",
  required: false,
  internal: true,
  hideFromConsole: true,
});

/**
 * For polled changes, the poll contains everything. A webhook without the provider's signature is refused, since anyone
 * could have sent it.
 */
const hook = (objects: Record<string, string>): CatalogHook => ({
  type: "event",
  isLegacy: false,
  body: `
const secret = configuration['${SECRET}'];
const signature = 'sha256=' + CE.hmacSha256Hex(secret, request_body);
if (request_method === 'POLL') {
  done({ events: events[events.objectType].map(() => ({})) });
} else if (!secret || events.eventHeaders['x-demo-signature'] !== signature) {
  done({ response_error: 'The webhook is not signed with the secret of this connection.', response_status_code: 401 });
} else {
  const objects = ${JSON.stringify(objects)};
  done({ events: [{
    event_id: events.id,
    event_type: events.type.split('.')[1],
    event_object_type: objects[events.objectType] || events.objectType,
    event_object_id: events.objectId,
    event_date: events.at,
  }] });
}`.trim(),
});

/**
 * The webhooks of the demo provider: the configuration for changes of these kinds of records, by the provider's names.
 */
export const demoWebhooks = (objects: Record<string, string>) =>
  ({ resources, configuration: [secret], hooks: [hook(objects)] }) satisfies Partial<CatalogElement>;
