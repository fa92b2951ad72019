import { refusedDocument } from "./conversion.ts";

const ESCAPES: Record<string, string> = {
  n: "\n",
  r: "\r",
  t: "\t",
  "0": "\0",
  a: "\x07",
  b: "\b",
  e: "\x1b",
  f: "\f",
  v: "\v",
};

/**
 * The commands of a shell script by their words, as POSIX quotes them, and with `$'…'`. Nothing is expanded: variables
 * stay as they are written, as `{{name}}`. Ends of lines, `;`, `&` and `|` end a command; `#` begins a comment. Linear.
 */
export function shellCommands(text: string): string[][] {
  const commands: string[][] = [];
  let words: string[] = [];
  let word: string | undefined;
  let at = 0;
  const endWord = () => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  const endCommand = () => {
    endWord();
    if (words.length > 0) commands.push(words);
    words = [];
  };

  while (at < text.length) {
    const sign = text[at] ?? "";
    if (sign === "\\" || (sign === "^" && /^\r?\n/.test(text.slice(at + 1, at + 3)))) {
      const isLineEnd = /^\r?\n/.exec(text.slice(at + 1, at + 3));
      if (isLineEnd) at += 1 + isLineEnd[0].length;
      else {
        word = (word ?? "") + (text[at + 1] ?? "");
        at += 2;
      }
    } else if (sign === "'") word = (word ?? "") + upTo("'", at + 1);
    else if (sign === "$" && text[at + 1] === "'") word = (word ?? "") + escaped(at + 2, "'", ESCAPES);
    else if (sign === '"') word = (word ?? "") + variables(escaped(at + 1, '"', {}));
    else if (sign === "$") {
      const found = /^\$\{?(\w+)\}?/.exec(text.slice(at, at + 100));
      word = (word ?? "") + (found ? `{{${found[1]}}}` : sign);
      at += found ? found[0].length : 1;
    } else if (/[\n;&|]/.test(sign)) {
      endCommand();
      at++;
    } else if (/\s/.test(sign)) {
      endWord();
      at++;
    } else if (sign === "#" && word === undefined) {
      const end = text.indexOf("\n", at);
      at = end < 0 ? text.length : end;
    } else {
      word = (word ?? "") + sign;
      at++;
    }
  }
  endCommand();
  return commands;

  function upTo(quote: string, from: number): string {
    const end = text.indexOf(quote, from);
    if (end < 0) throw unclosed(from);
    at = end + 1;
    return text.slice(from, end);
  }

  /** In double quotes a backslash only escapes special characters, otherwise it is literal. */
  function escaped(from: number, quote: string, meanings: Record<string, string>): string {
    const parts: string[] = [];
    let since = from;
    for (let now = from; now < text.length; now++) {
      if (text[now] === quote) {
        parts.push(text.slice(since, now));
        at = now + 1;
        return parts.join("");
      }
      if (text[now] !== "\\") continue;
      const next = text[now + 1] ?? "";
      const isMeant = quote === "'" || /["\\$`\n]/.test(next);
      parts.push(text.slice(since, now), isMeant ? (meanings[next] ?? (next === "\n" ? "" : next)) : `\\${next}`);
      since = now + 2;
      now++;
    }
    throw unclosed(from);
  }

  function unclosed(from: number) {
    const line = text.slice(0, from).split("\n").length;
    return refusedDocument(`line ${line}`, "opens a quote that is not closed.");
  }
}

const variables = (text: string): string =>
  text.replaceAll(/\$\{(\w+)\}|\$(\w+)/g, (_, one: string, other: string) => `{{${one ?? other}}}`);
