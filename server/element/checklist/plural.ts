const IRREGULAR: Record<string, string> = { person: "people", child: "children", man: "men", woman: "women" };
/** Words with the same singular and plural, or without a plural. */
const SAME = new Set([
  "people",
  "children",
  "men",
  "women",
  "data",
  "metadata",
  "media",
  "series",
  "news",
  "inventory",
  "staff",
  "history",
  "feedback",
  "search",
  "me",
  "ping",
]);

/** The last word of a name in the plural: `custom-field` as `custom-fields`. */
export function plural(name: string): string {
  const [, begin = "", word = name] = /^(.*[-_])?([^-_]*)$/.exec(name) ?? [];
  const lower = word.toLowerCase();
  if (SAME.has(lower) || isPlural(lower)) return name;
  if (IRREGULAR[lower]) return begin + IRREGULAR[lower];
  if (/[^aeiou]y$/i.test(word)) return `${begin}${word.slice(0, -1)}ies`;
  return `${begin}${word}${/(?:s|x|z|ch|sh)$/i.test(word) ? "es" : "s"}`;
}

/** The last word of a name in the singular: `custom-fields` as `custom-field`. */
export function singular(name: string): string {
  const found = Object.entries(IRREGULAR).find(([, many]) => name.toLowerCase().endsWith(many));
  if (found) return name.slice(0, -found[1].length) + found[0];
  if (SAME.has(name.toLowerCase())) return name;
  if (/ies$/i.test(name)) return `${name.slice(0, -3)}y`;
  return /(?:x|z|ch|sh|ss)es$/i.test(name) ? name.slice(0, -2) : name.replace(/([^s])s$/i, "$1");
}

const isPlural = (word: string): boolean => /[^su]s$|uses$|sses$/.test(word);
