import { isApiKey } from "./api-key-scopes.ts";
import { MASK } from "./mask.ts";

/** The names of fields in which the platform sends and receives credentials: `token`, `userSecret`, `password`. */
const CREDENTIAL_NAME = /(?:secret|password|passphrase|token|api_?key)$/i;
export const isCredentialName = (name: string): boolean => CREDENTIAL_NAME.test(name);

/**
 * The credentials in the body of a request to the platform, or of its response: by the names of their fields, and API
 * keys by their form.
 */
export function credentialsIn(body: unknown): string[] {
  const found = new Set<string>();
  const agenda: [name: string, value: unknown][] = [["", parsed(body)]];
  for (let next = agenda.pop(); next; next = agenda.pop()) {
    const [name, value] = next;
    if (typeof value === "string") {
      if (value !== MASK && (isCredentialName(name) || isApiKey(value))) found.add(value);
    } else if (Array.isArray(value)) for (const item of value) agenda.push([name, item]);
    else if (typeof value === "object" && value !== null) agenda.push(...Object.entries(value));
  }
  return [...found];
}

/** A body may be written as text. */
function parsed(body: unknown): unknown {
  if (typeof body !== "string") return body;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
