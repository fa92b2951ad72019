import { Failure } from "../../errors.ts";
import type { Configuration } from "../ports.ts";
import { withoutHub } from "../resource-path.ts";
import { compileDatePattern } from "./date-pattern.ts";
import { UTC, type Zone, zoneNamed } from "./zone.ts";

/** The values for a poll URL: the time from which changes are requested, in milliseconds. */
export type Filling = { since: number; configuration: Configuration };
type Part = string | ((filling: Filling) => string);

/** The compiled address of a poll (spec §2.7): a path below the hub, still encoded, and its query. */
export type PollUrl = (filling: Filling) => { path: string; query: Record<string, string> };

const LONGEST = 4000;
const PLACEHOLDER = /\$\{([^{}]*)\}/g;
/** Replaces a placeholder while the address is parsed. */
const MARK = "\u0001";

/**
 * Compiles `/hubs/crm/contacts?where=updated>'${gmtDate:yyyy-MM-dd'T'HH:mm:ss'Z'}'`. Placeholders are the time from
 * which changes are requested: `${gmtDate:…}` and `${date:…}` in UTC, `${dateTimeZone:<zone>:…}`, `${epoch}` and
 * `${date}` in milliseconds, `${epoch:s}`, `${epoch:us}`; and `${configuration.<key>}` of the instance.
 *
 * Refuses (badRequest) an invalid path, and unknown placeholders (C10).
 */
export function compilePollUrl(url: string): PollUrl {
  if (url.length > LONGEST) throw new Failure("badRequest", `must not be longer than ${LONGEST} characters.`);
  if (!url.startsWith("/") || url.startsWith("//") || url.includes(MARK))
    throw new Failure("badRequest", "must be a path of the hub, such as /hubs/crm/contacts.");
  const placeholders: Part[] = [];
  const marked = url.replaceAll(PLACEHOLDER, (_, inside: string) => {
    placeholders.push(compilePlaceholder(inside));
    return MARK;
  });
  if (marked.includes("${"))
    throw new Failure("badRequest", "has a placeholder that is not closed, or a placeholder inside another.");
  const take = (text: string, decode: (text: string) => string): Part[] =>
    text.split(MARK).flatMap((piece, index) => {
      const placeholder = index === 0 ? [] : [placeholders[taken++] as Part];
      return [...placeholder, decode(piece)];
    });
  let taken = 0;
  const [address = "", search = ""] = marked.split(/\?(.*)/s);
  const path = take(withoutHub(address), (text) => text);
  const query = search
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const [name = "", value = ""] = pair.split(/=(.*)/s);
      return [take(name, decoded), take(value, decoded)] as const;
    });
  const fill = (parts: Part[], filling: Filling) =>
    parts.map((part) => (typeof part === "string" ? part : part(filling))).join("");
  const encoded = (parts: Part[], filling: Filling) =>
    parts.map((part) => (typeof part === "string" ? part : encodeURIComponent(part(filling)))).join("");
  return (filling) => ({
    path: encoded(path, filling),
    query: Object.fromEntries(query.map(([name, value]) => [fill(name, filling), fill(value, filling)])),
  });
}

/** Addresses are often written unencoded: text that is no escape sequence stays. */
function decoded(text: string): string {
  const spaced = text.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

const EPOCH_UNITS: Readonly<Record<string, number>> = { "": 1, ms: 1, s: 1000, us: 0.001 };

function compilePlaceholder(inside: string): Part {
  const [name = "", rest] = inside.split(/[:.[](.*)/s);
  const text = rest ?? "";
  switch (name) {
    case "gmtDate":
    case "date":
      return rest === undefined ? ({ since }) => String(since) : written(text, UTC);
    case "dateTimeZone": {
      // The zone's own colon, as in +02:00, does not end it.
      const [, zone, pattern] = /^([+-]\d{1,2}:\d{2}|[^:]*):(.*)$/s.exec(text) ?? [];
      if (zone === undefined || pattern === undefined)
        throw new Failure("badRequest", "${dateTimeZone:<zone>:<pattern>} needs a zone and a date pattern.");
      return written(pattern, zoneNamed(zone));
    }
    case "epoch": {
      const unit = Object.hasOwn(EPOCH_UNITS, text) ? EPOCH_UNITS[text] : undefined;
      if (unit === undefined) throw new Failure("badRequest", "${epoch} may be followed by :ms, :s or :us only.");
      return ({ since }) => String(Math.floor(since / unit));
    }
    case "configuration": {
      const key = text.replace(/^['"]?(.*?)['"]?\]?$/s, "$1");
      return ({ configuration }) => {
        const value = Object.hasOwn(configuration, key) ? configuration[key] : undefined;
        if (value === undefined || value === "")
          throw new Failure("badRequest", `\${${inside}}: the instance has no configuration ${key}.`);
        return value;
      };
    }
    default:
      throw new Failure(
        "badRequest",
        `\${${inside.slice(0, 50)}} is unknown. Use gmtDate, date, dateTimeZone, epoch or configuration.`,
      );
  }
}

const HOUR = 3_600_000;

/**
 * A date without an offset is requested from an hour earlier around the end of daylight saving time, when local times
 * repeat: repeated rows are recognized.
 */
function written(pattern: string, zone: Zone): Part {
  const { write, hasZone } = compileDatePattern(pattern);
  return ({ since }) => {
    const isTurning = !hasZone && zone.offsetAt(since - 3 * HOUR) > zone.offsetAt(since + 3 * HOUR);
    return write(isTurning ? since - HOUR : since, zone);
  };
}
