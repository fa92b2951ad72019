import { Failure } from "../../errors.ts";

/** A time zone: its offset from UTC at an instant, and its name. Times in milliseconds. */
export type Zone = { name: string; offsetAt: (at: number) => number };

const MINUTE = 60_000;
const DAY = 86_400_000;

export const UTC: Zone = { name: "UTC", offsetAt: () => 0 };

/** Three-letter zones of Java that are missing in the time zone database, or mean another zone there. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  EST: "America/New_York",
  EDT: "America/New_York",
  CST: "America/Chicago",
  CDT: "America/Chicago",
  MST: "America/Denver",
  MDT: "America/Denver",
  PST: "America/Los_Angeles",
  PDT: "America/Los_Angeles",
  AST: "America/Anchorage",
  HST: "Pacific/Honolulu",
  BST: "Europe/London",
  CEST: "Europe/Paris",
  IST: "Asia/Kolkata",
  JST: "Asia/Tokyo",
  AET: "Australia/Sydney",
};

const zones = new Map<string, Zone>();

/**
 * A zone by its name as Java takes it: `GMT`, `Z`, `America/Denver`, `PST`, `+02:00`, `GMT+2`. Refuses (badRequest)
 * any other.
 */
export function zoneNamed(name: string): Zone {
  const known = zones.get(name);
  if (known) return known;
  const zone = fixedZone(name) ?? regionZone(name);
  if (!zone) throw new Failure("badRequest", `${JSON.stringify(name.slice(0, 50))} is not a time zone.`);
  zones.set(name, zone);
  return zone;
}

function fixedZone(name: string): Zone | undefined {
  if (/^(?:Z|UTC|GMT|UT|Etc\/(?:UTC|GMT))$/i.test(name))
    return { ...UTC, name: name.toUpperCase() === "Z" ? "UTC" : name };
  const [, sign, hours = "", minutes = "0"] = /^(?:UTC|GMT|UT)?([+-])(\d{1,2}):?(\d{2})?$/i.exec(name) ?? [];
  if (sign === undefined || Number(hours) > 18 || Number(minutes) > 59) return undefined;
  const offset = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE;
  return { name: `GMT${signed(offset, ":")}`, offsetAt: () => offset };
}

function regionZone(name: string): Zone | undefined {
  const timeZone = SHORT_NAMES[name.toUpperCase()] ?? name;
  let clock: Intl.DateTimeFormat;
  try {
    clock = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      ...{ year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" },
    });
  } catch {
    return undefined;
  }
  return {
    name: timeZone,
    offsetAt(at) {
      const seconds = Math.floor(at / 1000) * 1000;
      const parts = Object.fromEntries(clock.formatToParts(seconds).map(({ type, value }) => [type, Number(value)]));
      const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
      return Date.UTC(year, month - 1, day, hour, minute, second) - seconds;
    },
  };
}

/**
 * The instants at which clocks of the zone show this time, given as if they showed UTC. They differ in the hour that
 * comes twice when summer time ends; a time that its beginning leaves out is counted on from before it, as Java does.
 */
export function instantsOf(local: number, zone: Zone): { from: number; to: number } {
  const [before, after] = [zone.offsetAt(local - DAY), zone.offsetAt(local + DAY)];
  const found = [local - before, local - after].filter((at) => at + zone.offsetAt(at) === local);
  const instants = found.length > 0 ? found : [local - before];
  return { from: Math.min(...instants), to: Math.max(...instants) };
}

/** `+0130`, or with `between` `+01:30`. */
export function signed(offset: number, between = ""): string {
  const minutes = Math.abs(Math.round(offset / MINUTE));
  const two = (number: number) => String(number).padStart(2, "0");
  return `${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}${between}${two(minutes % 60)}`;
}
