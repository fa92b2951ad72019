import { isDeepStrictEqual } from "node:util";
import { shownAddress } from "#server/account/callback-address.ts";
import { MASK } from "#server/account/mask.ts";
import { isCredentialHeader, redactJson } from "#server/account/redact.ts";
import { isSecretName } from "#server/element/auth/secrets.ts";

/** A field that a change set, replaced or removed: its path, and the values as JSON text without secrets. */
export type ChangedField = { field: string; before?: string; after?: string };

export type FieldChanges = {
  /** The state before and after, as far as it is worth showing. */
  before: unknown;
  after: unknown;
  /** Whether the value of a key is a secret, if not by its name. */
  isSecret?: ((key: string) => boolean) | undefined;
};

const MOST_FIELDS = 100;
const MOST_CHARACTERS = 1000;
/** The characters of a long text that are shown before its first difference. */
const CONTEXT = 100;
const DEEPEST = 32;
/** Fields by which people call the items of a list, in this order. */
const NAMES = ["key", "name", "id"] as const;

type Difference = { path: string[]; before: unknown; after: unknown; isHidden: boolean };

/**
 * The fields that differ, at most a hundred. Items of lists are matched by their key, name or id, so that an inserted
 * step is one change. Values of secrets are masked, and so are credentials within texts; long texts are cut around
 * their first difference.
 */
export function changedFields({ before, after, isSecret = isSecretName }: FieldChanges): ChangedField[] {
  const hides = (key: string) => isSecretName(key) || isCredentialHeader(key) || isSecret(key);
  const found: ChangedField[] = [];
  for (const difference of differences({ path: [], before, after, isHidden: false }, hides)) {
    if (found.length === MOST_FIELDS) break;
    found.push(presented(difference, hides));
  }
  return found;
}

function* differences(difference: Difference, hides: (key: string) => boolean): Generator<Difference> {
  const { path, before, after, isHidden } = difference;
  if (isDeepStrictEqual(before, after)) return;
  const sides = path.length < DEEPEST ? [partsOf(before), partsOf(after)] : [];
  const [earlier, later] = sides;
  if (!earlier || !later) {
    yield difference;
    return;
  }
  for (const name of new Set([...earlier.keys(), ...later.keys()])) {
    const part = { before: earlier.get(name), after: later.get(name) };
    const isPartHidden = isHidden || hides(name) || [part.before, part.after].some((one) => isSecretEntry(one, hides));
    yield* differences({ path: [...path, name], ...part, isHidden: isPartHidden && !isPlain(name, isHidden) }, hides);
  }
}

/** The parts of an object, or of a list whose items have different names; undefined for anything else. */
function partsOf(value: unknown): Map<string, unknown> | undefined {
  if (typeof value !== "object" || value === null || value instanceof Date) return undefined;
  if (!Array.isArray(value)) return new Map(Object.entries(value).filter(([, part]) => part !== undefined));
  for (const name of NAMES) {
    const named = new Map(value.map((item) => [String((item as Record<string, unknown> | null)?.[name]), item]));
    if (named.size === value.length && !named.has("undefined")) return named;
  }
  return undefined;
}

/** A variable or a configuration entry whose value is secret, by its key or as it says of itself. */
const isSecretEntry = (value: unknown, hides: (key: string) => boolean): boolean =>
  typeof value === "object" &&
  value !== null &&
  (("key" in value && hides(String(value.key))) ||
    ("secret" in value && value.secret === true) ||
    ("type" in value && String(value.type).toLowerCase() === "password"));

/** Fields of a secret entry that describe it. */
const DESCRIBING = new Set(["key", "name", "type", "description", "required", "secret", "id", "hideFromConsole"]);
const isPlain = (name: string, isHidden: boolean) => isHidden && DESCRIBING.has(name);

function presented({ path, before, after, isHidden }: Difference, hides: (key: string) => boolean): ChangedField {
  const texts = [before, after].map((value) =>
    value === undefined ? undefined : isHidden ? JSON.stringify(MASK) : jsonWithout(value, hides),
  );
  const [earlier, later] = cutBoth(texts[0], texts[1]);
  return {
    field: path.join(".").slice(0, MOST_CHARACTERS),
    ...(earlier !== undefined && { before: earlier }),
    ...(later !== undefined && { after: later }),
  };
}

/** Texts that may be an address with credentials; scripts have spaces. */
const ADDRESS = /^\S+$/;

function jsonWithout(value: unknown, hides: (key: string) => boolean): string {
  const json = JSON.stringify(value, function (this: unknown, key, part: unknown) {
    const isHidden = hides(key) || (isSecretEntry(this, hides) && key !== "" && !DESCRIBING.has(key));
    if (isHidden && typeof part !== "object" && part !== undefined) return MASK;
    return typeof part === "string" && ADDRESS.test(part) ? shownAddress(part) : part;
  });
  return redactJson(json ?? "null", []).text;
}

/** Both texts from shortly before their first difference. */
function cutBoth(before: string | undefined, after: string | undefined): [string | undefined, string | undefined] {
  const isLong = (before?.length ?? 0) > MOST_CHARACTERS || (after?.length ?? 0) > MOST_CHARACTERS;
  if (!isLong) return [before, after];
  let same = 0;
  // Without their credentials the texts may be the same.
  if (before !== undefined && after !== undefined) while (same < before.length && before[same] === after[same]) same++;
  const from = Math.max(0, same - CONTEXT);
  const cut = (text: string | undefined) =>
    text &&
    (from > 0 ? "…" : "") +
      text.slice(from, from + MOST_CHARACTERS) +
      (text.length > from + MOST_CHARACTERS ? "…" : "");
  return [cut(before), cut(after)];
}
