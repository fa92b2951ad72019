import { AUTH_TYPES, type AuthenticationType, TYPE_KEY } from "#server/element/auth/registry.ts";
import { combo } from "#server/element/configuration-types/combo.ts";
import { typesOf } from "#server/registry.ts";
import type { ElementDraft } from "./element-draft.ts";
import { insertAt, listAt, setAt, textOf, valueAt } from "./paths.ts";

const TYPES = typesOf(AUTH_TYPES);
const ENTRIES = ["configuration"] as const;
const TYPE = ["authentication", "type"] as const;

const typeNamed = (name: string): AuthenticationType | undefined =>
  TYPES.find((type) => type.toLowerCase() === name.toLowerCase());

/** The authentication types of an element: those that people choose from, or its only one. */
export function chosenTypes(draft: ElementDraft): AuthenticationType[] {
  const choice = listAt(draft, ENTRIES).find(({ key }) => key === TYPE_KEY);
  const named = choice ? listAt(choice, ["options"]).map(({ value }) => textOf(value)) : [textOf(valueAt(draft, TYPE))];
  return named.flatMap((name) => typeNamed(name) ?? []);
}

/** Whether people choose between types when they connect. */
export const hasChoice = (draft: ElementDraft): boolean => listAt(draft, ENTRIES).some(({ key }) => key === TYPE_KEY);

/**
 * The element with these authentication types: with a choice if `isChoice`, whose entries are grouped by type. Entries
 * of a type that is no longer offered are removed, unless parameters or hooks read them.
 */
export function chooseTypes(
  draft: ElementDraft,
  types: readonly AuthenticationType[],
  { isChoice }: { isChoice: boolean },
): ElementDraft {
  const [first] = types;
  if (!first) return draft;
  const kept = withoutEntriesOf(
    draft,
    chosenTypes(draft).filter((type) => !types.includes(type)),
    types,
  );
  const current = typeNamed(textOf(valueAt(draft, TYPE)));
  const next = setAt(kept, TYPE, current && types.includes(current) ? current : first);
  return isChoice ? withGroups(withChoice(next, types), types) : withoutChoice(next);
}

function withChoice(draft: ElementDraft, types: readonly AuthenticationType[]): ElementDraft {
  const at = listAt(draft, ENTRIES).findIndex(({ key }) => key === TYPE_KEY);
  const known = new Map(listAt(draft, [...ENTRIES, at, "options"]).map((option) => [textOf(option.value), option]));
  const options = types.map((type) => known.get(type) ?? { value: type, description: AUTH_TYPES[type].label });
  if (at >= 0) return setAt(draft, [...ENTRIES, at, "options"], options);
  return insertAt(draft, ENTRIES, {
    key: TYPE_KEY,
    name: "Authentication type",
    description: "How to connect",
    type: combo.type,
    groupControl: true,
    required: true,
    defaultValue: textOf(valueAt(draft, TYPE)),
    options,
  });
}

/** The entries of each type, in the group of that type; entries of several types are in none. */
function withGroups(draft: ElementDraft, types: readonly AuthenticationType[]): ElementDraft {
  return types.reduce(
    (next, type) =>
      AUTH_TYPES[type].configuration.reduce((then, entry) => {
        const isShared = types.some((other) => other !== type && hasEntry(other, entry.key));
        const groupName = isShared ? undefined : type;
        const at = listAt(then, ENTRIES).findIndex(({ key }) => key === entry.key);
        if (at >= 0) return setAt(then, [...ENTRIES, at, "groupName"], groupName);
        return insertAt(then, ENTRIES, { ...entry, ...(groupName && { groupName }) });
      }, next),
    draft,
  );
}

function withoutChoice(draft: ElementDraft): ElementDraft {
  const entries = listAt(draft, ENTRIES);
  if (!entries.some(({ key }) => key === TYPE_KEY)) return draft;
  const left = entries
    .filter(({ key }) => key !== TYPE_KEY)
    .map((entry) => {
      const { groupName, ...ungrouped } = entry;
      return typeNamed(textOf(groupName)) ? ungrouped : entry;
    });
  return setAt(draft, ENTRIES, left);
}

function withoutEntriesOf(
  draft: ElementDraft,
  gone: readonly AuthenticationType[],
  left: readonly AuthenticationType[],
): ElementDraft {
  const entries = listAt(draft, ENTRIES);
  const readers = JSON.stringify([draft.parameters, draft.hooks, draft.resources]);
  const isGone = (key: string) =>
    gone.some((type) => hasEntry(type, key)) && !left.some((type) => hasEntry(type, key)) && !readers.includes(key);
  const others = entries.filter(({ key }) => !isGone(textOf(key)));
  return others.length === entries.length ? draft : setAt(draft, ENTRIES, others);
}

const hasEntry = (type: AuthenticationType, key: string): boolean =>
  AUTH_TYPES[type].configuration.some((entry) => entry.key === key);
