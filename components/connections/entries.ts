import type { RouterOutputs } from "../api/trpc.ts";

export type Entry = RouterOutputs["connection"]["form"]["types"][number]["entries"][number];
type Values = Record<string, string>;

type Group = { name: string; isAdvanced: boolean; entries: Entry[] };

/**
 * The groups of a connect form, in the order of their first entry; rarely used entries form a separate group without a
 * name. The switch for events is in no group: it is shown only if the element has events.
 */
export function groupsOf(entries: readonly Entry[]): Group[] {
  const groups = new Map<string | typeof ADVANCED, Group>();
  for (const entry of entries.toSorted((one, other) => (one.displayOrder ?? 999) - (other.displayOrder ?? 999))) {
    const isAdvanced = isSeldom(entry) && entry.key !== "event.notification.enabled";
    const name = isAdvanced ? "" : (entry.groupName ?? "");
    const key = isAdvanced ? ADVANCED : name;
    const group = groups.get(key) ?? { name, isAdvanced, entries: [] };
    group.entries.push(entry);
    groups.set(key, group);
  }
  return [...groups.values()].sort((one, other) => Number(one.isAdvanced) - Number(other.isAdvanced));
}

const ADVANCED = Symbol("what people seldom touch");

/** The entry needs no input: it has a value, or it is an optional entry that every element has. */
const isSeldom = (entry: Entry): boolean => Boolean(entry.defaultValue) || (!entry.required && !entry.isOwn);

type Type = { entries: readonly Entry[] };

/** The entries of one authentication, and those of the others that the server asks for. */
export function entriesWith(requested: readonly string[], { entries }: Type, types: readonly Type[]): Entry[] {
  const known = new Set(entries.map(({ key }) => key));
  const others = types.flatMap((type) => type.entries).filter(({ key }) => requested.includes(key) && !known.has(key));
  return shownEntries([...entries, ...new Map(others.map((entry) => [entry.key, entry])).values()], requested);
}

/**
 * Entries that the form shows: those that the server asks for; not those that their author hid, unless the account needs a value that they lack, and
 * settings of events only if the element has events. The callback address is always our own callback page.
 */
export const shownEntries = (entries: readonly Entry[], requested: readonly string[] = []): Entry[] => {
  const withEvents = hasEvents(entries);
  return entries.filter(
    ({ key, hideFromConsole, required, defaultValue, isOwn }) =>
      requested.includes(key) ||
      (key !== "oauth.callback.url" &&
        (!hideFromConsole || (required && !defaultValue)) &&
        (withEvents || isOwn || !key.startsWith("event."))),
  );
};

const hasEvents = (entries: readonly Entry[]): boolean =>
  entries.some(({ key, defaultValue }) => key === "event.vendor.type" && Boolean(defaultValue));

export const defaultsOf = (entries: readonly Entry[]): Values =>
  Object.fromEntries(entries.map(({ key, defaultValue }) => [key, defaultValue ?? ""]));

/** Required entries without a value. */
export const missingIn = (entries: readonly Entry[], values: Values): Entry[] =>
  entries.filter(({ key, required }) => required && !(values[key] ?? "").trim());

/** Only values that differ from the defaults, so that later changes of the element's defaults apply. */
export const changedIn = (entries: readonly Entry[], values: Values): Values =>
  Object.fromEntries(
    entries.flatMap(({ key, defaultValue }): [string, string][] => {
      const value = values[key] ?? "";
      return value === (defaultValue ?? "") ? [] : [[key, value]];
    }),
  );
