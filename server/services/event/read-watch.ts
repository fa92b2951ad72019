import type { Context } from "#server/context.ts";
import { isRecord } from "#server/element/bare-record.ts";
import { supportedEvents } from "#server/element/definition/element-metadata.ts";
import { EVENT_KINDS, type EventSource, eventKindOf } from "#server/element/event-kinds/registry.ts";
import { pollerEntries, pollMinutes } from "#server/element/polling/poller-entries.ts";
import type { Configuration } from "#server/element/ports.ts";
import { EVENT_TYPES } from "#server/formula/triggers/event.ts";
import type { PageRequest } from "#server/page.ts";
import * as events from "#server/store/event/events.ts";
import { findWithElement } from "../instance/find-instance.ts";
import { eventProblems } from "./event-problems.ts";

/** A type of object that an instance reports, and the changes of it that can arrive. */
export type WatchedObject = { name: string; eventTypes: readonly string[] };

/** How many of the latest events are searched for types of objects. */
const RECENT: PageRequest = { size: 50, after: undefined };

/**
 * Whether an instance watches for changes at its provider, and how: `kind` is null while it is off; `kinds` are those
 * that its element supports. Refuses notFound.
 */
export async function readWatch(ctx: Context, { elementInstanceId }: { elementInstanceId: number }) {
  const { instance, plan } = await findWithElement(ctx, { elementInstanceId });
  const { configuration } = instance;
  const { methods, ...about } = supportedEvents(plan.element);
  const kind = eventKindOf(configuration)?.type as EventSource | undefined;
  const next = kind ?? methods.find((method) => method === configuration["event.vendor.type"]) ?? methods[0];
  const { items } = await events.listOfInstance(ctx.db.queries, instance.id, RECENT);
  const seen = items.flatMap(({ objects }) => objects.map(({ objectType }) => objectType));
  return {
    kind: kind ?? null,
    /** The kind that is used when it is turned on; null if the element reports no changes. */
    next: next ?? null,
    kinds: methods,
    minutes: next && EVENT_KINDS[next].isPolled ? minutesOf(configuration) : null,
    objects: next ? objectsOf({ kind: next, configuration, about, seen }) : [],
    problems: kind ? eventProblems(instance) : [],
  };
}

type Known = {
  kind: EventSource;
  configuration: Configuration;
  about: Record<string, unknown>;
  seen: readonly string[];
};

/** The documented objects, those that are polled, and those of recent events. */
function objectsOf({ kind, configuration, about, seen }: Known): WatchedObject[] {
  const documented = isRecord(about[kind]) ? about[kind] : {};
  const all = Object.values(EVENT_KINDS).flatMap(({ type }) => (isRecord(about[type]) ? Object.keys(about[type]) : []));
  const polled = polledNames(configuration);
  const names = EVENT_KINDS[kind].isPolled ? polled : [...Object.keys(documented), ...all, ...polled];
  return [...new Set([...names, ...seen])]
    .filter((name) => !name.includes("{"))
    .map((name) => ({ name, eventTypes: typesIn(documented[name]) ?? standardTypes(kind) }));
}

/** A poll sees rows that are there, so it cannot notice that one was deleted. */
const standardTypes = (kind: EventSource) =>
  EVENT_KINDS[kind].isPolled ? EVENT_TYPES.filter((type) => type !== "DELETED") : EVENT_TYPES;

function typesIn(about: unknown): string[] | undefined {
  const types = isRecord(about) && Array.isArray(about.eventTypes) ? about.eventTypes : [];
  const known = EVENT_TYPES.filter((type) => types.includes(type));
  return known.length > 0 ? known : undefined;
}

/** Settings with a mistake poll nothing; the problems say so. */
function polledNames(configuration: Configuration): string[] {
  try {
    return pollerEntries(configuration).map(({ resource }) => resource);
  } catch {
    return [];
  }
}

function minutesOf(configuration: Configuration): number | null {
  try {
    return pollMinutes(configuration);
  } catch {
    return null;
  }
}
