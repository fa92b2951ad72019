import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { type Catalog, catalogOf } from "./catalogs.ts";
import { ROOMS } from "./rooms.ts";

const COMPONENTS = path.resolve(import.meta.dirname, "..");

/** Controls that take a label besides the text that they show. */
const OPENING = /<(Button|LinkButton|Link|button|a)\b/g;

type Control = { place: string; room: string; label: string; text: string };

/** The end of the opening tag that starts at `from`; arrows and comparisons within braces do not end it. */
function endOfTag(source: string, from: number): number {
  let depth = 0;
  for (let at = from; at < source.length; at++) {
    if (source[at] === "{") depth++;
    if (source[at] === "}") depth--;
    if (source[at] === ">" && depth === 0) return at;
  }
  return source.length;
}

/** The controls of a file that have both a label and a text from the same catalog. */
function controlsOf(file: string): Control[] {
  const source = readFileSync(path.join(COMPONENTS, file), "utf8");
  const namespaces = Object.fromEntries(
    [...source.matchAll(/const (\w+) = useTranslations\("([^"]+)"\)/g)].map(([, name = "", of = ""]) => [name, of]),
  );
  const keyIn = (text: string) => {
    const [, name = "", key = ""] = /(?:^|\{)\s*(\w+)\("([\w.]+)"/.exec(text) ?? [];
    return namespaces[name] && key && `${namespaces[name]}.${key}`;
  };
  return [...source.matchAll(OPENING)].flatMap(({ 0: opening, 1: tag, index }) => {
    const end = endOfTag(source, index + opening.length);
    const [, label = ""] = /\b(?:aria-label|label)=(\{[^}]*)/.exec(source.slice(index, end)) ?? [];
    const children = source.slice(end + 1, source.indexOf(`</${tag}>`, end));
    const [labelKey, textKey] = [keyIn(label), keyIn(children)];
    if (source[end - 1] === "/" || !labelKey || !textKey) return [];
    const line = source.slice(0, index).split("\n").length;
    return [{ place: `${file}:${line}`, room: textKey.split(".")[0] ?? "", label: labelKey, text: textKey }];
  });
}

const CONTROLS = globSync("**/*.tsx", { cwd: COMPONENTS }).flatMap(controlsOf);

const textOf = (catalogs: Catalog, key: string): string => {
  const found = key.split(".").reduce<Catalog[string] | undefined>((at, name) => (at as Catalog)?.[name], catalogs);
  return typeof found === "string" ? found.toLowerCase() : "";
};

test.each(["en", "de"])(
  "WCAG 2.5.3: the label of a control contains the text that it shows, in %s",
  async (language) => {
    const loaded = await Promise.all(ROOMS.map(async (room) => [room, await catalogOf(room, language)] as const));
    const catalogs: Catalog = Object.fromEntries(loaded);
    expect(CONTROLS.length).toBeGreaterThan(15);
    const wrong = CONTROLS.filter(({ label, text }) => !textOf(catalogs, label).includes(textOf(catalogs, text)));
    expect(
      wrong.map(({ place, label, text }) => `${place}: “${textOf(catalogs, label)}” lacks “${textOf(catalogs, text)}”`),
    ).toEqual([]);
  },
);
