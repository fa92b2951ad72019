import { MASK } from "./mask.ts";
import { createMasker, type Masker, MIN_SECRET } from "./masker.ts";
import { secretForms } from "./secret-forms.ts";

/** Names whose value is always a credential. */
const CREDENTIAL_HEADERS = new Set([
  "authorization",
  "proxy-authorization",
  "cookie",
  "set-cookie",
  "x-api-key",
  "elements-user-password",
]);

/** Whether the value of a header is always a credential. */
export const isCredentialHeader = (name: string): boolean => CREDENTIAL_HEADERS.has(name.toLowerCase());
const CREDENTIAL_HEADER = new RegExp([...CREDENTIAL_HEADERS].join("|"), "i");

/**
 * Redacts a text for a record: headers with credentials, in every object called `headers`, keep their name and lose
 * their value, and each of `secrets` is masked wherever it occurs, in keys and longer texts too, in all its forms
 * (`secretForms`). JSON text, and JSON text inside it, is parsed and stays JSON. Secrets under four characters are
 * ignored. The same `secrets` array is prepared once.
 */
export function redact<Text extends string | null>(
  text: Text,
  secrets: readonly string[],
): { text: Text; changed: boolean } {
  if (text === null) return { text, changed: false };
  const masked = maskText(text, needlesOf(secrets));
  return { text: masked as Text, changed: masked !== text };
}

/** Redacts JSON text, which stays valid JSON: also if a bare number or `true` is a secret. */
export function redactJson<Text extends string | null>(
  json: Text,
  secrets: readonly string[],
): { text: Text; changed: boolean } {
  const masked = redact(json, secrets);
  const isScalar = masked.changed && !/^["[{]/.test(json ?? "");
  return isScalar ? { text: JSON.stringify(MASK) as Text, changed: true } : masked;
}

/** Masks all forms of the secrets. JSON text that must be parsed for it contains one of the hints; null if they are many. */
type Needles = Masker & { hints: readonly string[] | null };

/** More hints are slower to look for than JSON text is to parse. */
const MOST_HINTS = 64;

/** Returns the value itself, identical, if there was nothing to mask. */
function mask(value: unknown, needles: Needles, inHeaders: boolean): unknown {
  if (typeof value === "string") return maskText(value, needles);
  if (typeof value === "number") return needles.is(String(value)) ? MASK : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return maskList(value, needles);
  return maskObject(value as Record<string, unknown>, needles, inHeaders);
}

function maskList(list: readonly unknown[], needles: Needles): readonly unknown[] {
  const masked = list.map((item) => mask(item, needles, false));
  return masked.some((item, index) => item !== list[index]) ? masked : list;
}

function maskObject(object: Record<string, unknown>, needles: Needles, inHeaders: boolean): Record<string, unknown> {
  let changed = false;
  const entries = Object.entries(object);
  for (const entry of entries) {
    const [name, value] = entry;
    const isCredential = inHeaders && value != null && isCredentialHeader(name);
    entry[0] = needles.mask(name);
    entry[1] = isCredential ? MASK : mask(value, needles, isHeaders(name));
    changed ||= entry[0] !== name || entry[1] !== value;
  }
  return changed ? Object.fromEntries(entries) : object;
}

function maskText(text: string, needles: Needles): string {
  const first = text.charCodeAt(0);
  const mayBeJson = first === 0x7b || first === 0x5b;
  if (mayBeJson && (mayHoldCredentials(text) || (needles.hints?.some((hint) => text.includes(hint)) ?? true))) {
    return maskJson(text, needles) ?? needles.mask(text);
  }
  return needles.mask(text);
}

/** Undefined for text that is not JSON, or is nested deeper than the stack. */
function maskJson(text: string, needles: Needles): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const masked = mask(value, needles, false);
    return masked === value ? text : JSON.stringify(masked);
  } catch {
    return undefined;
  }
}

const isHeaders = (name: string) => name.length === 7 && name.toLowerCase() === "headers";

/** Plain searches come first: they are many times faster than the expression, and mostly sufficient. */
const mayHoldCredentials = (text: string) =>
  (text.includes("eaders") || text.includes("EADERS")) && CREDENTIAL_HEADER.test(text);

const PREPARED = new WeakMap<readonly string[], Needles>();

function needlesOf(secrets: readonly string[]): Needles {
  const prepared = PREPARED.get(secrets);
  if (prepared) return prepared;
  const long = secrets.filter((secret) => secret.length >= MIN_SECRET);
  const forms = long.flatMap(secretForms);
  const hints = new Set([...long, ...forms.filter((form) => NEEDS_PARSING.test(form))].map(plainPiece));
  const needles = { ...createMasker(forms), hints: hints.size > MOST_HINTS ? null : [...hints] };
  PREPARED.set(secrets, needles);
  return needles;
}

/** The longest substring that JSON text leaves unescaped, however deeply nested in other JSON text. */
const plainPiece = (secret: string) =>
  secret.split(/["\\\p{Cc}\p{Cs}]/u).reduce((longest, piece) => (piece.length > longest.length ? piece : longest), "");

/** Texts that JSON text may contain in an escaped form, or as a number. */
const NEEDS_PARSING = /["\\\p{Cc}\p{Cs}]|^[\d.eE+-]+$/u;
