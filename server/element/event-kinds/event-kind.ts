import type { Configuration } from "../ports.ts";

/** How events of an element instance come (`event.vendor.type`). Adding one is one file and a row in the registry. */
export type EventKind = {
  type: string;
  label: string;
  /** What the kind is, for authors of elements. */
  summary: string;
  /** The most events in one notification. */
  eventsAtOnce: number;
  /** The provider calls us: resources of the element register and remove the webhook. */
  isRegistered?: true;
  /** A poller requests changes from the provider. */
  isPolled?: true;
  /** A request without objects is an event all the same. */
  keepsEmpty?: true;
  /** Follows the key of the element in the address that takes such events from elsewhere. */
  addressSuffix?: string;
  /** The webhook's objects are rows of that polled resource. */
  carriesRows?: true;
  /** What the metadata of an element say, from its part of `event.metadata`. */
  metadata: (about: Record<string, unknown>) => Record<string, unknown>;
  /** Why no event can come with this configuration, and what to do about it. */
  problem?: (instance: { id: number; configuration: Configuration }) => string | undefined;
};

export const defineEventKind = <const Of extends EventKind>(kind: Of & EventKind): EventKind & Pick<Of, "type"> => kind;
