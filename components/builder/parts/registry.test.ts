import { expect, test } from "vitest";
import { AUTH_TYPES, TYPE_KEY } from "#server/element/auth/registry.ts";
import { automaticConfiguration } from "#server/element/definition/automatic-configuration.ts";
import { elementSchema } from "#server/element/shape.ts";
import { typesOf } from "#server/registry.ts";
import { PART_NAMES, PARTS, partAt } from "./registry.ts";

const FIELDS = [...Object.keys(elementSchema.shape), "unknown"];
const KEYS = [
  TYPE_KEY,
  "region",
  ...typesOf(AUTH_TYPES).flatMap((type) => [
    ...AUTH_TYPES[type].configuration.map(({ key }) => key),
    ...automaticConfiguration({ authentication: { type }, configuration: [] }).map(({ key }) => key),
  ]),
];

const ownersOf = (draft: Parameters<typeof partAt>[0], path: Parameters<typeof partAt>[1]) =>
  PART_NAMES.filter((name) => PARTS[name].slice.owns(draft, path));

test.each([...new Set(KEYS)])("the configuration value %s belongs to exactly one part", (key) => {
  const draft = { configuration: [{ key, name: key }] };
  expect(ownersOf(draft, ["configuration", 0, "defaultValue"])).toHaveLength(1);
  const reading = PART_NAMES.filter((name) => {
    const { configuration } = PARTS[name].slice.read(draft);
    return Array.isArray(configuration) && configuration.length > 0;
  });
  expect(reading).toEqual(ownersOf(draft, ["configuration", 0]));
});

test.each(FIELDS)("the field %s belongs to at most one part, and has a place to lead to", (field) => {
  expect(ownersOf({ [field]: [] }, [field]).length).toBeLessThanOrEqual(1);
  expect(PART_NAMES).toContain(partAt({ [field]: [] }, [field]));
});
