import { typesOf } from "../../registry.ts";
import { authorEntry, type Entry, internalEntry } from "../auth/entry.ts";
import { AUTH_TYPES, TYPE_KEY } from "../auth/registry.ts";
import { CONFIGURATION_TYPES } from "../configuration-types/registry.ts";
import { EVENT_KINDS } from "../event-kinds/registry.ts";
import { type ConfigurationEntry, configurationEntrySchema } from "../shape.ts";
import { type Definition, hasOwnCredentials } from "./own-credentials.ts";

/** Entries that users may fill in to connect. */
const offered = (...words: Parameters<typeof authorEntry>): Entry => ({
  ...authorEntry(...words),
  hideFromConsole: false,
});

/** Entries of every element, in addition to those of its authentication (spec §2.7). */
export const COMMON_ENTRIES: readonly Entry[] = [
  authorEntry("base.url", "TEXTFIELD_1000", "Base URL", "Prefix of every provider path"),
  authorEntry("pagination.type", "TEXTFIELD_32", "Pagination type", "page, offset or cursor", "page"),
  authorEntry("pagination.max", "TEXTFIELD_1000", "Maximum page size", "A number, or a JSON map by object"),
  authorEntry(
    "pagination.page.startindex",
    "TEXTFIELD_32",
    "First page",
    "The provider's first page number, 0 or 1",
    "1",
  ),
  offered("event.notification.enabled", "BOOLEAN", "Events", "Receive changes at the provider as events", "false"),
  authorEntry("event.vendor.type", "TEXTFIELD_32", "Event type", typesOf(EVENT_KINDS).join(" or ")),
  offered("event.notification.callback.url", "TEXTFIELD_1000", "Callback URL", "Where events are sent"),
  offered("event.notification.callback.headers", "PASSWORD", "Callback headers", "Sent with every event"),
  offered("event.notification.signature.key", "PASSWORD", "Signature key", "Signs every event with HMAC-SHA256"),
  offered("event.notification.basic.username", "TEXTFIELD_1000", "Callback user name", "For basic authentication"),
  offered("event.notification.basic.password", "PASSWORD", "Callback password", "For basic authentication"),
  internalEntry("event.notification.subscription.id", "TEXTFIELD_64", "Subscription", "Set when events are turned on"),
  authorEntry(
    "event.address.signed.only",
    "BOOLEAN",
    "Signed address only",
    "Refuse webhooks at the address without signature",
  ),
  offered("event.objects", "TEXTAREA", "Objects to watch", "Names, separated by commas"),
  offered("event.poller.refresh_interval", "TEXTFIELD_32", "Polling interval", "Minutes from poll to poll", "15"),
  offered("event.poller.configuration", "TEXTAREA", "Polling", "What is polled, as JSON"),
  authorEntry("event.metadata", "TEXTAREA", "Event metadata", "What events there are, as JSON"),
  offered("filter.response.nulls", "BOOLEAN", "Filter nulls", "Leave fields that are null out of replies", "true"),
];

/** The keys of every element whose values are true and false. */
export const BOOLEAN_KEYS: readonly string[] = COMMON_ENTRIES.flatMap(({ key, type }) =>
  CONFIGURATION_TYPES[type].control === "checkbox" ? [key] : [],
);

/**
 * The default entries of an element with this authentication. If it offers several types, the entries of each belong to
 * the group of that type; if it has credentials of its own, it needs no others.
 */
export function automaticConfiguration(element: Definition): ConfigurationEntry[] {
  const { authentication, configuration } = element;
  const hasSeveral = configuration.some(({ key }) => key === TYPE_KEY);
  const credentials = hasOwnCredentials(element) ? [] : AUTH_TYPES[authentication.type].configuration;
  const own = credentials.map((entry) => (hasSeveral ? { groupName: authentication.type, ...entry } : entry));
  return [...COMMON_ENTRIES, ...own].map(({ choices: _, ...entry }) => configurationEntrySchema.parse(entry));
}

/** Keys that cannot be added to this element, because all elements of its kind have them. */
export const reservedKeys = (element: Definition): Set<string> =>
  new Set(automaticConfiguration(element).map(({ key }) => key));
