import type { ProblemSentence } from "../../formula/problem-sentences.ts";
import type { Configuration } from "../ports.ts";

/** A way in which events of an element instance arrive (`event.vendor.type`). */
export type EventKind = {
  type: string;
  label: string;
  /** A description of the kind, for authors of elements. */
  summary: string;
  /** The maximum number of events in one notification. */
  eventsAtOnce: number;
  /** The provider sends webhooks: resources of the element register and remove them. */
  isRegistered?: true;
  /** A poller requests changes from the provider. */
  isPolled?: true;
  /** A request without objects is an event, too. */
  keepsEmpty?: true;
  /** Follows the key of the element in the address that accepts such events from elsewhere. */
  addressSuffix?: string;
  /** The webhook's objects are rows of that polled resource. */
  carriesRows?: true;
  /** The kind's part of the element's metadata, from its part of `event.metadata`. */
  metadata: (about: Record<string, unknown>) => Record<string, unknown>;
  /** Why no event can arrive with this configuration, and how to fix it. */
  problem?: (instance: { id: number; name: string; configuration: Configuration }) => ProblemSentence | undefined;
};

export const defineEventKind = <const Of extends EventKind>(kind: Of & EventKind): EventKind & Pick<Of, "type"> => kind;
