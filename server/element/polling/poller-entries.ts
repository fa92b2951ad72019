import { Failure } from "../../errors.ts";
import { isRecord } from "../bare-record.ts";
import type { Configuration } from "../ports.ts";
import { compilePollerEntry, type PollerEntry } from "./poller-entry.ts";

/** The keys that define the polled resources (spec §2.7). */
export const POLLER_KEYS = [
  "event.poller.configuration",
  "event.poller.urls",
  "event.objects",
  "event.poller.refresh_interval",
] as const;

const MOST_RESOURCES = 100;
const LONGEST_NAME = 200;
/** Entry of `event.metadata` for any object. */
const ANY = "{objectName}";

/**
 * The polled resources of a configuration (spec §2.7): the entries of `event.poller.configuration`, or those of them
 * that `event.poller.urls` and `event.objects` name. A name without an entry has that of `event.metadata`, or of
 * `{objectName}` there, or is the hub's resource of that name.
 *
 * Refuses (badRequest) with the key, resource and field.
 */
export function pollerEntries(configuration: Configuration): PollerEntry[] {
  const written = readMap("event.poller.configuration", configuration);
  const about = readMap("event.metadata", configuration).polling;
  const metadata = isRecord(about) ? about : {};
  const urls = readUrls(configuration["event.poller.urls"]);
  const objects = listOf(configuration["event.objects"], /[,|\n]/);
  const chosen = new Set([...urls.keys(), ...objects]);
  const names = chosen.size > 0 ? [...chosen] : Object.keys(written);
  if (names.length > MOST_RESOURCES)
    throw new Failure("badRequest", `event.poller.configuration: at most ${MOST_RESOURCES} resources can be polled.`);
  return names.map((name) => {
    if (name.length > LONGEST_NAME)
      throw new Failure(
        "badRequest",
        `event.poller.configuration: the name of a resource must not be longer than ${LONGEST_NAME} characters.`,
      );
    if (!/^[\w{}./:[\] -]+$/.test(name))
      throw new Failure(
        "badRequest",
        `event.poller.configuration: ${JSON.stringify(name.slice(0, 50))} is not a resource.`,
      );
    const own = [written, metadata].find((map) => Object.hasOwn(map, name))?.[name];
    const entry = own ?? forAny(metadata[ANY], name) ?? { idField: "id" };
    const url = urls.get(name) ?? (isRecord(entry) ? entry.url : undefined) ?? `/${name}`;
    return compilePollerEntry(name, isRecord(entry) ? { ...entry, url } : entry);
  });
}

/** The minutes between polls, at most 31 days; refuses (badRequest) an invalid number. */
export function pollMinutes({ "event.poller.refresh_interval": written }: Configuration): number {
  const text = written?.trim() || STANDARD_MINUTES;
  const minutes = /^\d{1,100}(?:\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  if (minutes >= 1) return Math.min(minutes, MOST_MINUTES);
  throw new Failure("badRequest", "event.poller.refresh_interval: must be a number of minutes from 1.");
}

const STANDARD_MINUTES = "15";
const MOST_MINUTES = 44_640;

function readMap(key: string, configuration: Configuration): Record<string, unknown> {
  const text = configuration[key]?.trim();
  if (!text) return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Failure("badRequest", `${key}: must be JSON, an object with an entry for each resource.`);
  }
  if (isRecord(value)) return value;
  throw new Failure("badRequest", `${key}: must be an object with an entry for each resource.`);
}

/** `contacts|accounts`, or a line for each: `contacts` or `contacts|/hubs/crm/contacts?where=…`. */
function readUrls(text = ""): Map<string, string | undefined> {
  const urls = new Map<string, string | undefined>();
  for (const line of listOf(text, /\n/)) {
    const [, name, url] = /^([^|/]+)\|(\/.*)$/s.exec(line) ?? [];
    if (name !== undefined) urls.set(name.trim(), url);
    else for (const one of listOf(line, /[|,]/)) urls.set(one, undefined);
  }
  return urls;
}

const listOf = (text: string | undefined, between: RegExp): string[] =>
  (text ?? "")
    .split(between)
    .map((one) => one.trim())
    .filter(Boolean);

/** The entry for any object, with this object's name filled in. */
function forAny(entry: unknown, name: string): unknown {
  if (!isRecord(entry)) return undefined;
  return JSON.parse(JSON.stringify(entry).replaceAll(ANY, JSON.stringify(name).slice(1, -1)));
}
