import { refusedDocument } from "./conversion.ts";
import { valueOfVariable } from "./shell-variables.ts";

/** A command by its words; `input` is the text of its here-document. */
export type ShellCommand = { words: string[]; line: number; input?: string };

type Shell = {
  text: string;
  at: number;
  found: ShellCommand[];
  variables: Map<string, string>;
  /** The here-documents that begin at the end of the line. */
  waiting: { end: string; command: ShellCommand }[];
  counted: { line: number; at: number };
};

const ESCAPES: Record<string, string> = {
  ...{ n: "\n", r: "\r", t: "\t", "0": "\0", a: "\x07", b: "\b", e: "\x1b", f: "\f", v: "\v" },
};
const DEEPEST = 50;
/** The place of the output of another command. */
const OUTPUT = "{{command}}";
const DECLARES = new Set(["export", "declare", "local", "readonly", "typeset"]);

/**
 * The commands of a shell script, as POSIX quotes their words, and with `$'…'`. Nothing is run: variables stay as they
 * are written, as `{{name}}`, unless the script sets them to part of an address. Redirections are left out, and commands in
 * `$(…)` are before the one around them. Linear.
 */
export function shellCommands(text: string): ShellCommand[] {
  const shell: Shell = { text, at: 0, found: [], variables: new Map(), waiting: [], counted: { line: 1, at: 0 } };
  readCommands(shell, undefined, 0);
  return shell.found;
}

function readCommands(shell: Shell, end: ")" | "`" | undefined, depth: number): void {
  const { text } = shell;
  const opened = shell.at;
  if (depth > DEEPEST) throw refusedDocument(`line ${lineAt(shell)}`, "nests too many commands.");
  let command: ShellCommand = { words: [], line: lineAt(shell) };
  let word: string | undefined;
  let target: "input" | "ignored" | undefined;
  let open = 0;
  const endWord = () => {
    if (word === undefined) return;
    if (target === "input") command.input = word;
    else if (target === undefined && !assigns(shell, command.words, word)) {
      if (command.words.length === 0) command.line = lineAt(shell);
      command.words.push(word);
    }
    word = target = undefined;
  };
  const endCommand = () => {
    endWord();
    target = undefined;
    if (command.words.some((one) => !DECLARES.has(one))) shell.found.push(command);
    command = { words: [], line: lineAt(shell) };
  };

  while (shell.at < text.length) {
    const sign = text[shell.at] ?? "";
    const isLineEnd = /^[\\^]\r?\n/.exec(text.slice(shell.at, shell.at + 3));
    const isEnd = sign === end && open === 0;
    const quoted = isLineEnd || isEnd ? undefined : quotedAt(shell, depth);
    if (isLineEnd) shell.at += isLineEnd[0].length;
    else if (quoted !== undefined) word = (word ?? "") + quoted;
    else if (isEnd) {
      shell.at++;
      endCommand();
      return;
    } else if (/[<>]/.test(sign)) {
      if (!/^\d$/.test(word ?? "")) endWord();
      word = undefined;
      target = redirection(shell, { command, depth });
    } else if (sign === "&" && text[shell.at + 1] === ">") shell.at++;
    else if (/[\n;&|]/.test(sign) || (/[()]/.test(sign) && !isInWord(sign, word))) {
      endCommand();
      if (sign === "(") open++;
      if (sign === ")") open = Math.max(0, open - 1);
      shell.at++;
      if (sign === "\n") readInputs(shell);
    } else if (/\s/.test(sign)) {
      endWord();
      shell.at++;
    } else if (sign === "#" && word === undefined) {
      const lineEnd = text.indexOf("\n", shell.at);
      shell.at = lineEnd < 0 ? text.length : lineEnd;
    } else {
      word = (word ?? "") + sign;
      shell.at++;
    }
  }
  if (end !== undefined) throw unclosed(shell, opened);
  endCommand();
}

const isInWord = (sign: string, word: string | undefined): boolean =>
  sign === "(" ? word !== undefined : (word?.includes("(") ?? false);

/** A quoted part of a word, an escaped character, a variable or a command at the position; undefined for others. */
function quotedAt(shell: Shell, depth: number): string | undefined {
  const { text, at } = shell;
  const sign = text[at];
  if (sign === "\\") {
    shell.at += 2;
    return text[at + 1] ?? "";
  }
  if (sign === "'") {
    const end = text.indexOf("'", at + 1);
    if (end < 0) throw unclosed(shell, at + 1);
    shell.at = end + 1;
    return text.slice(at + 1, end);
  }
  if (sign === "$" && text[at + 1] === "'") return escaped(shell, { from: at + 2, quote: "'", depth });
  if (sign === '"') return escaped(shell, { from: at + 1, quote: '"', depth });
  return placeholderAt(shell) ?? expandedAt(shell, depth);
}

/** The placeholder `<name>` of a documentation, within a word. */
function placeholderAt(shell: Shell): string | undefined {
  const { text, at } = shell;
  if (text[at] !== "<" || !/[/=]/.test(text[at - 1] ?? "")) return undefined;
  const [whole = "", name] = /^<([\w-]{1,40})>/.exec(text.slice(at, at + 50)) ?? [];
  shell.at += whole.length;
  return name === undefined ? undefined : `{{${name}}}`;
}

/** In double quotes a backslash only escapes special characters, otherwise it is literal. */
function escaped(shell: Shell, { from, quote, depth }: { from: number; quote: string; depth: number }): string {
  const { text } = shell;
  const parts: string[] = [];
  let since = from;
  shell.at = from;
  while (shell.at < text.length) {
    const sign = text[shell.at];
    const now = shell.at;
    if (sign === quote) {
      parts.push(text.slice(since, now));
      shell.at++;
      return parts.join("");
    }
    if (sign === "\\") {
      const next = text[now + 1] ?? "";
      const isMeant = quote === "'" || /["\\$`\n]/.test(next);
      const meaning = quote === "'" ? ESCAPES[next] : undefined;
      parts.push(text.slice(since, now), isMeant ? (meaning ?? (next === "\n" ? "" : next)) : `\\${next}`);
      since = shell.at = now + 2;
      continue;
    }
    const expanded = quote === '"' ? expandedAt(shell, depth) : undefined;
    if (expanded === undefined) shell.at++;
    else {
      parts.push(text.slice(since, now), expanded);
      since = shell.at;
    }
  }
  throw unclosed(shell, from);
}

/** A variable or a command in `$(…)` or backticks at the position. */
function expandedAt(shell: Shell, depth: number): string | undefined {
  const { text, at } = shell;
  if (text.startsWith("$(", at) || text[at] === "`") {
    const isTick = text[at] === "`";
    shell.at += isTick ? 1 : 2;
    readCommands(shell, isTick ? "`" : ")", depth + 1);
    return OUTPUT;
  }
  if (text[at] !== "$") return undefined;
  const found = /^\$(?:\{(\w+)[^{}\n]*\}|(\w+))/.exec(text.slice(at, at + 500));
  if (!found) return undefined;
  shell.at += found[0].length;
  const name = found[1] ?? found[2] ?? "";
  return shell.variables.get(name) ?? `{{${name}}}`;
}

/** Whether a word at the start of a command sets a variable. */
function assigns({ variables }: Shell, words: readonly string[], word: string): boolean {
  if (words.length > 1 || (words.length === 1 && !DECLARES.has(words[0] ?? ""))) return false;
  const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(word) ?? [];
  if (name === undefined) return false;
  const known = valueOfVariable(name, value ?? "");
  if (known === undefined) variables.delete(name);
  else variables.set(name, known);
  return true;
}

/** Reads a redirection up to its target. */
function redirection(
  shell: Shell,
  { command, depth }: { command: ShellCommand; depth: number },
): "input" | "ignored" | undefined {
  const [sign = ""] = /^(?:<<<|<<-?|[<>]\(|[<>][<>&|]?)/.exec(shell.text.slice(shell.at, shell.at + 3)) ?? [];
  shell.at += sign.length;
  if (sign.endsWith("(")) {
    readCommands(shell, ")", depth + 1);
    return undefined;
  }
  if (sign === "<<<") return "input";
  if (!sign.startsWith("<<")) return "ignored";
  const [whole, end = ""] =
    /^[ \t]*['"\\]?([^\s'"\\;&|<>()]+)['"]?/.exec(shell.text.slice(shell.at, shell.at + 200)) ?? [];
  if (whole === undefined) return "ignored";
  shell.at += whole.length;
  shell.waiting.push({ end, command });
  return undefined;
}

/** Reads the here-documents of the line before; one without an end has the rest of the text, as in a shell. */
function readInputs(shell: Shell): void {
  const { text } = shell;
  for (const { end, command } of shell.waiting.splice(0)) {
    const from = shell.at;
    let until = from;
    while (shell.at < text.length) {
      const lineEnd = text.indexOf("\n", shell.at);
      const line = text.slice(shell.at, lineEnd < 0 ? text.length : lineEnd);
      shell.at = lineEnd < 0 ? text.length : lineEnd + 1;
      if (line.trim() === end) break;
      until = shell.at;
    }
    command.input = text.slice(from, until);
  }
}

function lineAt({ text, at, counted }: Shell): number {
  for (; counted.at < at; counted.at++) if (text[counted.at] === "\n") counted.line++;
  return counted.line;
}

function unclosed({ text }: Shell, from: number) {
  const line = text.slice(0, from).split("\n").length;
  return refusedDocument(`line ${line}`, "opens a quote that is not closed.");
}
