import { registry } from "../../registry.ts";
import type { Configuration } from "../ports.ts";
import type { EventKind } from "./event-kind.ts";
import { polling } from "./polling.ts";
import { webhook } from "./webhook.ts";

/** Every way in which events arrive. To add one: write its file and name it here. */
const KINDS = registry(polling, webhook);

/** How an event arrived. */
export type EventSource = keyof typeof KINDS;
export const EVENT_KINDS: Readonly<Record<EventSource, EventKind & { type: EventSource }>> = KINDS;

/** The kind of element instances and addresses that name none. */
export const DEFAULT_EVENT_KIND = webhook;

const BY_NAME = new Map(Object.values(EVENT_KINDS).map((kind) => [kind.type.toLowerCase(), kind]));

/** How events of an element instance arrive; undefined while they are off. */
export function eventKindOf({
  "event.notification.enabled": enabled,
  "event.vendor.type": type,
}: Configuration): EventKind | undefined {
  return enabled === "true" ? (BY_NAME.get(type?.trim().toLowerCase() ?? "") ?? DEFAULT_EVENT_KIND) : undefined;
}

/** Whether we request changes from the provider. */
export const isPolled = (configuration: Configuration): boolean => eventKindOf(configuration)?.isPolled === true;

/** Whether the provider sends us webhooks. */
export const isRegistered = (configuration: Configuration): boolean =>
  eventKindOf(configuration)?.isRegistered === true;
