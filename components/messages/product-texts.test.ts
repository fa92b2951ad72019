import { expect, test } from "vitest";
import { AUTH_TYPES } from "#server/element/auth/registry.ts";
import { COMMON_ENTRIES } from "#server/element/definition/automatic-configuration.ts";
import { EVENT_KINDS } from "#server/element/event-kinds/registry.ts";
import { HOOK_TYPES } from "#server/element/hooks/registry.ts";
import { PAGINATION_TYPES } from "#server/element/pagination/registry.ts";
import { PROOF_NAMES } from "#server/element/proofs/registry.ts";
import { RESOURCE_TYPES } from "#server/element/resource-types/registry.ts";
import { EVENT_REASONS, EVENT_SUMMARIES } from "#server/event/event-reason.ts";
import { CAUSE_MESSAGES } from "#server/formula/likely-cause.ts";
import { entryTextKey } from "../entries/entry-text-key.ts";
import { type Catalog, catalogOf } from "./catalogs.ts";

const kinds = {
  authentication: AUTH_TYPES,
  resourceType: RESOURCE_TYPES,
  hook: HOOK_TYPES,
  pagination: PAGINATION_TYPES,
  eventKind: EVENT_KINDS,
};
const entries = [...COMMON_ENTRIES, ...Object.values(AUTH_TYPES).flatMap(({ configuration }) => configuration)];
const choices = entries.flatMap((entry) => entry.choices ?? []);

/** The places of all texts that the screens take from a registry, as room and keys. */
const PLACES: [string, string[]][] = [
  ...Object.entries(kinds).flatMap(([kind, types]) =>
    Object.keys(types).flatMap((type): [string, string[]][] => [
      ["element-kinds", [`${kind}/${type}/label`]],
      ["element-kinds", [`${kind}/${type}/summary`]],
    ]),
  ),
  ...entries.flatMap(({ key, name, description }) =>
    [name, description].map((text): [string, string[]] => ["entries", [entryTextKey(key, text)]]),
  ),
  ...choices.map((choice): [string, string[]] => ["builder", ["authentication", "choices", choice]]),
  ...PROOF_NAMES.map((proof): [string, string[]] => ["builder", ["dock", "proofs", "titles", proof]]),
  ...Object.keys(CAUSE_MESSAGES).map((key): [string, string[]] => ["executions", ["causes", key]]),
  ...EVENT_SUMMARIES.map((code): [string, string[]] => ["executions", ["why", "summaries", code]]),
  ...EVENT_REASONS.map((code): [string, string[]] => ["executions", ["why", "reasons", code]]),
];

function textAt(catalog: Catalog, keys: readonly string[]): unknown {
  let place: string | Catalog | undefined = catalog;
  for (const key of keys) place = typeof place === "object" ? place[key] : undefined;
  return place;
}

test.each(["en", "de"])("every text of a registry is in the messages of %s", async (language) => {
  const rooms = [...new Set(PLACES.map(([room]) => room))] as (
    | "builder"
    | "element-kinds"
    | "entries"
    | "executions"
  )[];
  const catalogs = new Map<string, Catalog>(
    await Promise.all(rooms.map(async (room) => [room, await catalogOf(room, language)] as const)),
  );
  const missing = PLACES.filter(([room, keys]) => typeof textAt(catalogs.get(room) ?? {}, keys) !== "string");
  expect(missing).toEqual([]);
  expect(PLACES.length).toBeGreaterThan(150);
});
