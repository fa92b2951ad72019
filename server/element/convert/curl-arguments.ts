import { longOption, shortOption, takesValue } from "./curl-options.ts";

/** A word that belongs to no option; `at` is its position in the command, from 1. */
export type LooseWord = { word: string; at: number; followsUnknown: boolean };

/** The arguments of one request: `--next` begins those of another. */
export type Arguments = { options: { name: string; value: string }[]; words: LooseWord[]; unknown: number[] };

/**
 * The options and other words of a command, whose first word is curl. In a word of short options each letter is one; the
 * first that takes a value takes the rest of the word, or else the next word.
 */
export function argumentsOf(words: readonly string[]): Arguments[] {
  const all: Arguments[] = [{ options: [], words: [], unknown: [] }];
  const last = () => all.at(-1) as Arguments;
  let followsUnknown = false;
  let hasOptions = true;

  for (let at = 1; at < words.length; at++) {
    const word = words[at] ?? "";
    if (!hasOptions || !/^-./s.test(word)) {
      last().words.push({ word, at: at + 1, followsUnknown });
      followsUnknown = false;
    } else if (word === "--") hasOptions = false;
    else {
      const { names, inline } = word.startsWith("--") ? longIn(word) : shortsIn(word);
      followsUnknown = names.includes(undefined) && inline === undefined;
      if (names.includes(undefined)) last().unknown.push(at + 1);
      for (const name of names) {
        if (name === "next") all.push({ options: [], words: [], unknown: [] });
        else if (name !== undefined)
          last().options.push({ name, value: takesValue(name) ? (inline ?? words[++at] ?? "") : "" });
      }
    }
  }
  return all;
}

type Names = { names: (string | undefined)[]; inline: string | undefined };

/** Undefined is an unknown option. */
function longIn(word: string): Names {
  const [name = ""] = word.slice(2).split("=", 1);
  const inline = word.length > name.length + 2 ? word.slice(name.length + 3) : undefined;
  return { names: [longOption(name)], inline };
}

/** The letters up to the first with a value; the rest after an unknown one may be its value, and is not read. */
function shortsIn(word: string): Names {
  const names: (string | undefined)[] = [];
  for (let at = 1; at < word.length; at++) {
    const name = shortOption(word[at] ?? "");
    names.push(name);
    if (name !== undefined && !takesValue(name)) continue;
    const rest = word.slice(at + 1);
    return { names, inline: rest === "" ? undefined : rest };
  }
  return { names, inline: undefined };
}
