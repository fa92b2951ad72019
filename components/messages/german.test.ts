import compile from "icu-minify/compile";
import type { CompiledMessage } from "icu-minify/format";
import { expect, test } from "vitest";
import { type Catalog, catalogOf } from "./catalogs.ts";
import { ROOMS } from "./rooms.ts";

const textsOf = (catalog: Catalog, path = ""): [string, string][] =>
  Object.entries(catalog).flatMap(([key, entry]): [string, string][] =>
    typeof entry === "string" ? [[`${path}${key}`, entry]] : textsOf(entry, `${path}${key}.`),
  );

type Node = Exclude<CompiledMessage, string>[number];

/** The codes of `select`, `plural` and `selectordinal` in icu-minify. */
const HAS_CHOICES = new Set([1, 2, 3]);

/** The names of arguments and tags with their kinds; the choices of a language are its own. */
function argumentsOf(message: string): string[] {
  const compiled = compile(message);
  return [...new Set(typeof compiled === "string" ? [] : compiled.flatMap(argumentsIn))].sort();
}

/** A node is a text, the number of a plural, or `[name, …]`: an argument, a choice, or a tag around other nodes. */
function argumentsIn(node: Node): string[] {
  if (!Array.isArray(node)) return [];
  const [name, kind, ...rest] = node as unknown[];
  if (typeof kind !== "number" || kind === 0)
    return [`${name}`, ...[kind, ...rest].flatMap((part) => argumentsIn(part as Node))];
  const choices = HAS_CHOICES.has(kind) ? Object.values(rest[0] as Record<string, Node | Node[]>) : [];
  return [
    `${name} ${kind}`,
    ...choices.flatMap((one) => (Array.isArray(one) ? (one as Node[]).flatMap(argumentsIn) : [])),
  ];
}

const rooms = await Promise.all(
  ROOMS.map(async (room) => ({
    room,
    english: textsOf(await catalogOf(room, "en")),
    german: new Map(textsOf(await catalogOf(room, "de"))),
  })),
);

test.each(rooms)("$room has every text in German", ({ english, german }) => {
  expect(english.map(([key]) => key).filter((key) => !german.has(key))).toEqual([]);
  const known = new Set(english.map(([key]) => key));
  expect([...german.keys()].filter((key) => !known.has(key))).toEqual([]);
});

test.each(rooms)("the German texts of $room take the arguments of the English ones", ({ english, german }) => {
  for (const [key, text] of english)
    expect({ key, arguments: argumentsOf(german.get(key) ?? text) }).toEqual({ key, arguments: argumentsOf(text) });
});

/** English that was left in a text, and addresses of a friend. */
const NOT_GERMAN = /\b(?:the|and|with|your|cannot|Formula|Formulas|du|dein|deine|dir|bitte)\b/;
const QUOTES_CODE = /amount > 100|operators/;

/** Names on English keyboards; German ones have Strg, Umschalt, Entf and the Eingabetaste. */
const ENGLISH_KEY = /\b(?:Ctrl|Shift|Del|Enter|Escape)\b/;

test("German texts name keys as German keyboards do", () => {
  const texts = rooms.flatMap(({ room, german }) => [...german].map(([key, text]) => `${room}.${key}: ${text}`));
  expect(texts.filter((text) => ENGLISH_KEY.test(text.slice(text.indexOf(":"))))).toEqual([]);
});

test("German texts are formal, and contain no English sentence", () => {
  const texts = rooms.flatMap(({ room, german }) => [...german].map(([key, text]) => `${room}.${key}: ${text}`));
  expect(texts.length).toBeGreaterThan(900);
  expect(texts.filter((text) => NOT_GERMAN.test(text.replace(/^\S+: /, "")) && !QUOTES_CODE.test(text))).toEqual([]);
});

/** Arguments that are texts of the catalog, in the nominative. */
const TEXTS = "label|title|kind|what|last|port|caption|part";
const GOVERNS =
  "von|vom|für|in|im|mit|aus|bei|beim|zu|zum|zur|an|am|auf|über|unter|durch|ohne|gegen|nach|seit|gleich|zwischen|statt|wegen|des|dem|den|einen|einem|einer";
const INFLECTED = new RegExp(`(?<!\\p{L})(?:${GOVERNS}) \\{(?:${TEXTS})\\}|\\{(?:${TEXTS})\\} einfügen`, "iu");

test("a text of the catalog is in no place that changes its case, such as 'Ansicht von {title}'", () => {
  const texts = rooms.flatMap(({ room, german }) => [...german].map(([key, text]) => `${room}.${key}: ${text}`));
  expect(texts.filter((text) => INFLECTED.test(text))).toEqual([]);
});
