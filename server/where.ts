import { Failure } from "./errors.ts";

/** One condition of a `where` query: the column has one of these values. */
export type Condition = { column: string; values: string[] };

const TOKEN = /\s*(?:('(?:[^']|'')*')|([A-Za-z_][\w.]*|-?\d+(?:\.\d+)?)|([=(),]))/y;
const EXAMPLE = "such as name='x' or name in ('a','b') and active='true'";
const MAX_LENGTH = 10_000;

/**
 * Reads the part of CEQL that lists understand (contract §1.2): `=`, `in (…)` and `and`; a quote inside a text is
 * written twice. All conditions must hold. Refuses (badRequest) anything else and columns that are not searched by.
 */
export function parseWhere(text: string, columns: readonly string[]): Condition[] {
  const tokens = readTokens(text);
  const conditions: Condition[] = [];
  for (;;) {
    const column = tokens.shift() ?? "";
    if (!columns.includes(column))
      throw refused(`${JSON.stringify(column)} is not one of the columns ${columns.join(", ")}`);
    const operator = tokens.shift()?.toLowerCase();
    if (operator === "=") conditions.push({ column, values: [readValue(tokens.shift())] });
    else if (operator === "in") conditions.push({ column, values: readList(tokens) });
    else throw refused(`${column} must be followed by = or in`);
    const joint = tokens.shift();
    if (joint === undefined) return conditions;
    if (joint.toLowerCase() !== "and") throw refused("conditions are joined by and");
  }
}

function readTokens(text: string): string[] {
  if (text.length > MAX_LENGTH) throw refused(`it is longer than ${MAX_LENGTH} characters`);
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; text.slice(at).trim() !== ""; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const [, quoted, word, mark] = TOKEN.exec(text) ?? [];
    const token = quoted ?? word ?? mark;
    if (token === undefined) throw refused(`it cannot be read at position ${at}`);
    tokens.push(token);
  }
  return tokens;
}

function readList(tokens: string[]): string[] {
  if (tokens.shift() !== "(") throw refused("in must be followed by a list in parentheses");
  const values = [readValue(tokens.shift())];
  while (tokens[0] === ",") {
    tokens.shift();
    values.push(readValue(tokens.shift()));
  }
  if (tokens.shift() !== ")") throw refused("a list ends with )");
  return values;
}

function readValue(token: string | undefined): string {
  if (token?.startsWith("'")) return token.slice(1, -1).replaceAll("''", "'");
  if (token !== undefined && /^(?:-?\d|true$|false$)/.test(token)) return token;
  throw refused("values are texts in single quotes");
}

const refused = (reason: string) => new Failure("badRequest", `where: ${reason}; write it ${EXAMPLE}.`);
