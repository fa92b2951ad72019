import { isDeepStrictEqual } from "node:util";
import { isApiKey } from "#server/account/api-key-scopes.ts";
import { isCredentialName } from "#server/account/credentials-in.ts";
import { MASK } from "#server/account/mask.ts";
import { isCredentialHeader } from "#server/account/redact.ts";
import { isSecretName } from "#server/element/auth/secrets.ts";
import { Failure } from "#server/errors.ts";
import type { ScheduledRequest } from "#server/store/schedule/due-schedules.ts";

/**
 * The request as it is shown. Hidden are values of fields, headers and parameters with names of credentials, of
 * variables and configuration entries that are secret, API keys, and the configuration of an instance: which of its
 * values are secret depends on its element.
 */
export function concealedCall(call: ScheduledRequest): ScheduledRequest {
  return concealed(withParts(call)) as ScheduledRequest;
}

/** The hidden values of a request. */
export function credentialsOf(call: ScheduledRequest): string[] {
  const found = new Set<string>();
  concealed(withParts(call), { onHidden: (value) => found.add(value) });
  return [...found];
}

/**
 * The request with the values in the place of masks that were sent back. Refuses (badRequest) to send them to another
 * address: they were entered for this one, and the person who changes it need not know them.
 */
export function revealedCall(sent: ScheduledRequest, stored: ScheduledRequest): ScheduledRequest {
  const shown = concealedCall(stored);
  const uri = sent.uri === shown.uri ? stored.uri : sent.uri;
  const isMoved = sent.method !== stored.method || uri !== stored.uri;
  const { query, headers, body } = stored;
  const before = { query, headers, body };
  const { query: q, headers: h, body: b } = sent;
  const after = revealed({ query: q, headers: h, body: b }, { shown: concealed(before), stored: before, path: [] });
  return { ...sent, ...(after as typeof before), uri };

  function revealed(value: unknown, at: { shown: unknown; stored: unknown; path: string[] }): unknown {
    const { shown, stored, path } = at;
    if (typeof value === "string") {
      if (value !== shown || shown === stored) return value;
      if (!isMoved) return stored;
      throw new Failure(
        "badRequest",
        `${path.join(".")}: is hidden. Send its value again to change the method or the address of the request.`,
      );
    }
    if (typeof value !== "object" || value === null) return value;
    const inside = (name: string, one: unknown) =>
      revealed(one, { shown: memberOf(shown, name), stored: memberOf(stored, name), path: [...path, name] });
    if (Array.isArray(value)) return value.map((one, index) => inside(String(index), one));
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inside(name, one)]));
  }
}

/** Whether two requests are the same. Fields without a value are not sent. */
export const isSameCall = (one: ScheduledRequest, other: ScheduledRequest): boolean =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)));

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

/** Requests of earlier versions may lack parts. */
const withParts = ({ query = {}, headers = {}, ...call }: ScheduledRequest): ScheduledRequest => ({
  ...call,
  query,
  headers,
});

type Place = { name: string; isHidden: boolean; onHidden: (value: string) => void };
const OUTSIDE: Place = { name: "", isHidden: false, onHidden: () => {} };

function concealed(value: unknown, place: Partial<Place> = {}): unknown {
  const { name, isHidden, onHidden } = { ...OUTSIDE, ...place };
  if (typeof value === "string") {
    if (value === "" || value === MASK) return value;
    if (!isHidden && !isApiKey(value))
      return name === "uri" ? concealedAddress(value, onHidden) : concealedText(value, onHidden);
    onHidden(value);
    return MASK;
  }
  if (typeof value === "number" && isHidden) {
    onHidden(String(value));
    return MASK;
  }
  if (Array.isArray(value)) return value.map((item) => concealed(item, { name, isHidden, onHidden }));
  if (typeof value !== "object" || value === null) return value;
  const isSecret = isSecretEntry(value);
  return Object.fromEntries(
    Object.entries(value).map(([field, one]) => {
      const isOwn = isCredential(field) || (isSecret && VALUES.has(field)) || isConfiguration(field, one);
      return [field, concealed(one, { name: field, isHidden: isHidden || isOwn, onHidden })];
    }),
  );
}

const isCredential = (name: string): boolean =>
  isCredentialName(name) || isSecretName(name) || isCredentialHeader(name);

/** The configuration of an instance. That of a formula or an element is a list of entries. */
const isConfiguration = (field: string, value: unknown): boolean => field === "configuration" && !Array.isArray(value);

const VALUES = new Set(["value", "defaultValue", "propertyValue"]);

/** A variable or a configuration entry whose value is secret, by its key or as it says of itself. */
const isSecretEntry = (entry: { key?: unknown; secret?: unknown; type?: unknown }): boolean =>
  isCredential(String(entry.key ?? "")) || entry.secret === true || String(entry.type).toLowerCase() === "password";

/** A body that is text may be JSON, or a form. */
function concealedText(text: string, onHidden: Place["onHidden"]): string {
  if (!/^\s*[[{]/.test(text)) return /=/.test(text) ? concealedForm(text, onHidden) : text;
  try {
    const value: unknown = JSON.parse(text);
    const shown = concealed(value, { onHidden });
    return isDeepStrictEqual(value, shown) ? text : JSON.stringify(shown);
  } catch {
    return text;
  }
}

function concealedAddress(uri: string, onHidden: Place["onHidden"]): string {
  const at = uri.indexOf("?");
  return at < 0 ? uri : uri.slice(0, at + 1) + concealedForm(uri.slice(at + 1), onHidden);
}

const concealedForm = (form: string, onHidden: Place["onHidden"]): string =>
  form.replaceAll(/([^&=\s]+)=([^&]+)/g, (pair, name: string, value: string) => {
    if (value === MASK || !isCredential(name)) return pair;
    onHidden(value);
    return `${name}=${MASK}`;
  });
