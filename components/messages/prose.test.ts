import { expect, test } from "vitest";
import { STEP_TYPES } from "#server/formula/steps/registry.ts";
import { TRIGGER_TYPES } from "#server/formula/triggers/registry.ts";
import { ROOMS } from "./rooms.ts";

type Catalog = { readonly [key: string]: string | Catalog };

const entriesOf = (catalog: Catalog, path: string): [string, string][] =>
  Object.entries(catalog).flatMap(([key, entry]): [string, string][] =>
    typeof entry === "string" ? [[`${path}.${key}`, entry]] : entriesOf(entry, `${path}.${key}`),
  );

const catalogs = await Promise.all(
  ROOMS.map(async (room) => {
    const { default: catalog } = (await import(`../${room}/messages.en.ts`)) as { default: Catalog };
    return entriesOf(catalog, room);
  }),
);
const definitions = [...Object.values(STEP_TYPES), ...Object.values(TRIGGER_TYPES)].flatMap(
  ({ type, label, summary }): [string, string][] => [
    [`${type}.label`, label],
    [`${type}.summary`, summary],
  ],
);
const MESSAGES = [...catalogs.flat(), ...definitions];

/** Unidiomatic phrases, each of which has a standard equivalent. */
const BANNED =
  /\b(?:not now|make it|begun|anew|heard|(?:is|are|was|were) told|who asks|asks? for it|taken over|hands? on|handed on|under way|by the clock|once more|so far|it stands|somebody|said yes|said no|keep it|connect it again)\b/i;

/** A label needs a noun. */
const NOUNLESS = /^(?:it|its|one|ones|this one|the other one|that one|use it|make it|do)[.:]?$/i;

/** Names and abbreviations keep their capitals in the middle of a label. */
const NAMES =
  /^(?:Formulary|Workbench|Ctrl|Tab|Enter|Home|Mac|[A-Z]{2,}\w*|E-mail|I|Monday|Friday|OpenID|Connect|JavaScript)$/;

const isTitleCase = (text: string): boolean => {
  const [, ...words] = text.split(/\s+/).filter((word) => /^[\p{L}-]+$/u.test(word));
  return words.length > 0 && text.length < 40 && words.every((word) => /^\p{Lu}/u.test(word) && !NAMES.test(word));
};

const problemsOf = (text: string): string[] => [
  ...(text.match(BANNED) ?? []),
  ...(NOUNLESS.test(text) ? ["a label without a noun"] : []),
  ...(isTitleCase(text) ? ["title case"] : []),
];

test("messages are plain English in sentence case", () => {
  expect(MESSAGES.length).toBeGreaterThan(900);
  const problems = MESSAGES.flatMap(([key, text]) => problemsOf(text).map((problem) => `${key}: ${problem}: ${text}`));
  expect(problems).toEqual([]);
});

test.each([
  ["Not now", "Not now"],
  ["Who is told when it fails", "is told"],
  ["Use an event that was heard", "heard"],
  ["It", "a label without a noun"],
  ["This one", "a label without a noun"],
  ["Zoom In", "title case"],
  ["Mini Map", "title case"],
])("%j is a problem: %s", (text, problem) => expect(problemsOf(text)).toContain(problem));

test.each(["Zoom in", "Cancel", "Formula", "Search API", "Press Ctrl V to paste copied steps."])("%j is fine", (text) =>
  expect(problemsOf(text)).toEqual([]),
);
