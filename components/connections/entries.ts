import type { Answer } from "../shell/trpc.ts";

export type Entry = Answer["connection"]["form"]["types"][number]["entries"][number];
type Values = Record<string, string>;

type Group = { name: string; isAdvanced: boolean; entries: Entry[] };

/** The groups of a connect form, in the order of their first entry; what people seldom touch is apart, without a name. */
export function groupsOf(entries: readonly Entry[]): Group[] {
  const groups = new Map<string | typeof ADVANCED, Group>();
  for (const entry of entries.toSorted((one, other) => (one.displayOrder ?? 999) - (other.displayOrder ?? 999))) {
    const isAdvanced = isSeldom(entry);
    const name = isAdvanced ? "" : (entry.groupName ?? "");
    const key = isAdvanced ? ADVANCED : name;
    const group = groups.get(key) ?? { name, isAdvanced, entries: [] };
    group.entries.push(entry);
    groups.set(key, group);
  }
  return [...groups.values()].sort((one, other) => Number(one.isAdvanced) - Number(other.isAdvanced));
}

const ADVANCED = Symbol("what people seldom touch");

/** It works as it is: hidden by its author, filled in already, or what every element has without needing it. */
const isSeldom = (entry: Entry): boolean =>
  entry.hideFromConsole || Boolean(entry.defaultValue) || (!entry.required && !entry.isOwn);

/** What a person is asked for; they come back to our own callback page, so its address is not asked. */
export const askedOf = (entries: readonly Entry[]): Entry[] =>
  entries.filter(({ key }) => key !== "oauth.callback.url");

export const defaultsOf = (entries: readonly Entry[]): Values =>
  Object.fromEntries(entries.map(({ key, defaultValue }) => [key, defaultValue ?? ""]));

/** What must be filled in and is not. */
export const missingIn = (entries: readonly Entry[], values: Values): Entry[] =>
  entries.filter(({ key, required }) => required && !(values[key] ?? "").trim());

/** Only what differs from the defaults, so that later defaults of the element still count. */
export const changedIn = (entries: readonly Entry[], values: Values): Values =>
  Object.fromEntries(
    entries.flatMap(({ key, defaultValue }): [string, string][] => {
      const value = values[key] ?? "";
      return value === (defaultValue ?? "") ? [] : [[key, value]];
    }),
  );
