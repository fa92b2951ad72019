import { parseExactJson } from "#server/exact-json.ts";
import { asText } from "../bare-record.ts";

const TOKEN = /\{([\w.-]+)\}/g;

/**
 * Fills `{name}` in the template of a body (`bodyToken`, spec §2.9). Values are data and cannot change the text around
 * them: in JSON they are escaped inside quotes, JSON elsewhere, and replace `"{name}"` with their own type if they are
 * objects or lists; in XML they are escaped. Unknown tokens stay. A result that is valid JSON becomes a value, with
 * numbers that would lose digits as text.
 */
export function fillBody(template: string, tokens: Readonly<Record<string, unknown>>): unknown {
  const start = template.trimStart()[0];
  if (start === "<") return fill(template, tokens, (value) => escapeXml(asText(value)));
  if (start !== "{" && start !== "[") return fill(template, tokens, asText);
  const filled = fillJson(template, tokens);
  try {
    return parseExactJson(filled);
  } catch {
    return filled;
  }
}

const fill = (template: string, tokens: Readonly<Record<string, unknown>>, write: (value: unknown) => string): string =>
  template.replaceAll(TOKEN, (token, name: string) => (Object.hasOwn(tokens, name) ? write(tokens[name]) : token));

const JSON_PIECE = /"(?:[^"\\]|\\.)*"|\{[\w.-]+\}/gs;

function fillJson(template: string, tokens: Readonly<Record<string, unknown>>): string {
  return template.replaceAll(JSON_PIECE, (piece) => {
    if (piece[0] === "{") return fill(piece, tokens, asJson);
    const only = /^"\{([\w.-]+)\}"$/.exec(piece)?.[1];
    const value = only !== undefined && Object.hasOwn(tokens, only) ? tokens[only] : undefined;
    if (typeof value === "object" && value !== null) return JSON.stringify(value);
    return fill(piece, tokens, (inner) => JSON.stringify(asText(inner)).slice(1, -1));
  });
}

/** Numbers often arrive as text in a query. */
const asJson = (value: unknown): string =>
  typeof value === "string" && /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?|true|false|null)$/.test(value)
    ? value
    : (JSON.stringify(value) ?? "null");

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

const escapeXml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
