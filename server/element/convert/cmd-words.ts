import { refusedDocument } from "./conversion.ts";
import type { ShellCommand } from "./shell-words.ts";

/** Whether commands are written for cmd.exe, as browsers copy them for Windows: the first argument begins with `^"`. */
export const isForCmd = (text: string): boolean =>
  /\bcurl(?:\.exe)?[ \t]+(?:-\S{1,30}[ \t]+){0,5}\^"/i.test(text) ||
  (/\^[ \t]*\r?\n/.test(text) && /\bcurl(?:\.exe)?[ \t]+(?:-\S{1,30}[ \t]+){0,5}"/i.test(text) && !/\s'/.test(text));

/**
 * The commands of a script for cmd.exe. It takes `^` away first, which escapes the next character, also a line end; then
 * the program splits its words: quotes group, and backslashes escape only quotes. Linear.
 */
export function cmdCommands(text: string): ShellCommand[] {
  const found: ShellCommand[] = [];
  let command: ShellCommand = { words: [], line: 1 };
  let word: string | undefined;
  let line = 1;
  let backslashes = 0;
  let isQuoted = false;
  let isCmdQuoted = false;
  const add = (letters: string) => {
    word = (word ?? "") + letters;
  };
  const endBackslashes = (count = backslashes) => {
    if (count > 0) add("\\".repeat(count));
    backslashes = 0;
  };
  const endWord = () => {
    if (word !== undefined) command.words.push(word);
    word = undefined;
  };
  const endCommand = () => {
    endWord();
    if (command.words.length > 0) found.push(command);
    command = { words: [], line };
  };

  for (let at = 0; at < text.length; at++) {
    let sign = text[at] ?? "";
    let isEscaped = false;
    if (sign === "\r") continue;
    if (sign === "^" && !isCmdQuoted) {
      isEscaped = true;
      sign = text[++at] ?? "";
      if (sign === "\r") sign = text[++at] ?? "";
      if (sign === "\n") {
        line++;
        // The character after an escaped line end is literal, also another line end.
        if (text[at + 1] === "\r") at++;
        if (text[at + 1] !== "\n") continue;
        at++;
      }
    } else if (sign === '"') isCmdQuoted = !isCmdQuoted;
    if (sign === "\n") line++;

    if (sign === "\\") {
      backslashes++;
      continue;
    }
    if (sign === '"') {
      const isLiteral = backslashes % 2 === 1;
      endBackslashes(Math.floor(backslashes / 2));
      if (isLiteral) add('"');
      else if (isQuoted && text[at + 1] === '"') {
        add('"');
        isCmdQuoted = !isCmdQuoted;
        at++;
      } else {
        isQuoted = !isQuoted;
        add("");
      }
      continue;
    }
    endBackslashes();
    if (!isEscaped && !isCmdQuoted && /[\n&|]/.test(sign)) {
      isQuoted = false;
      endCommand();
    } else if (!isQuoted && /\s/.test(sign)) endWord();
    else add(sign);
  }
  endBackslashes();
  if (isQuoted) throw refusedDocument(`line ${line}`, "opens a quote that is not closed.");
  endCommand();
  return found;
}
