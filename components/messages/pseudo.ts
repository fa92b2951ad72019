import type { CompiledMessage } from "icu-minify/format";

type Node = Exclude<CompiledMessage, string>[number];

/** Converts a compiled message to the pseudo-locale: accented, longer and bracketed. Arguments are unchanged. */
export function pseudo(message: CompiledMessage): CompiledMessage {
  if (typeof message === "string") return message && `⟦${accented(message)}⟧`;
  return ["⟦", ...message.map(dressed), "⟧"];
}

/** A node is a text, the number of a plural, or `[name, …]`: an argument, a choice, or a tag around other nodes. */
function dressed(node: Node): Node {
  if (typeof node === "string") return accented(node);
  if (typeof node === "number" || node.length === 1) return node;
  const [name, kind, ...rest] = node;
  if (typeof kind !== "number" || kind === 0) return [name, ...([kind, ...rest] as Node[]).map(dressed)] as Node;
  const [choices] = rest;
  if (!HAS_CHOICES.has(kind)) return node;
  return [
    name,
    kind,
    Object.fromEntries(Object.entries(choices as object).map(([key, choice]) => [key, dressedChoice(choice)])),
  ] as Node;
}

/** A choice is a text, the number, or a list of nodes. */
const dressedChoice = (choice: Node | Node[]) =>
  Array.isArray(choice) ? (choice as Node[]).map(dressed) : dressed(choice);

/** The codes of `select`, `plural` and `selectordinal` in icu-minify. */
const HAS_CHOICES = new Set([1, 2, 3]);

const LATIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const ACCENTED = [..."åƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ"];

/** Accents every letter and doubles vowels, which makes texts about as long as in German. */
const accented = (text: string) =>
  text.replace(/[a-z]/gi, (letter) => {
    const other = ACCENTED[LATIN.indexOf(letter)] ?? letter;
    return /[aeiou]/.test(letter) ? other + other : other;
  });
