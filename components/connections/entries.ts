import type { Answer } from "../api/trpc.ts";

export type Entry = Answer["connection"]["form"]["types"][number]["entries"][number];
type Values = Record<string, string>;

type Group = { name: string; isAdvanced: boolean; entries: Entry[] };

/**
 * The groups of a connect form, in the order of their first entry; rarely used entries form a separate group without a
 * name. The switch for events is one of them unless the element has events.
 */
export function groupsOf(entries: readonly Entry[]): Group[] {
  const groups = new Map<string | typeof ADVANCED, Group>();
  const hasEvents = entries.some(({ key, defaultValue }) => key === "event.vendor.type" && Boolean(defaultValue));
  for (const entry of entries.toSorted((one, other) => (one.displayOrder ?? 999) - (other.displayOrder ?? 999))) {
    const isAdvanced = isSeldom(entry) && !(hasEvents && entry.key === "event.notification.enabled");
    const name = isAdvanced ? "" : (entry.groupName ?? "");
    const key = isAdvanced ? ADVANCED : name;
    const group = groups.get(key) ?? { name, isAdvanced, entries: [] };
    group.entries.push(entry);
    groups.set(key, group);
  }
  return [...groups.values()].sort((one, other) => Number(one.isAdvanced) - Number(other.isAdvanced));
}

const ADVANCED = Symbol("what people seldom touch");

/** The entry needs no input: its author hid it, it has a value, or it is an optional entry that every element has. */
const isSeldom = (entry: Entry): boolean =>
  entry.hideFromConsole || Boolean(entry.defaultValue) || (!entry.required && !entry.isOwn);

/** Entries that the form shows; the callback address is always our own callback page, so it is hidden. */
export const askedOf = (entries: readonly Entry[]): Entry[] =>
  entries.filter(({ key }) => key !== "oauth.callback.url");

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
