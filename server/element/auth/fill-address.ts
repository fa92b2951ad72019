import { Failure } from "#server/errors.ts";

const PLACEHOLDER = /\{([\w.-]+)\}/g;
const AUTHORITY = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*$/i;
const HOST = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/i;
const SITE = /^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?(?:\/[\w.~/-]*)?$/i;

/**
 * Fills the `{name}` placeholders of an address, such as `https://{subdomain}.example.com/oauth`.
 *
 * A value that becomes part of the host must be one, so that it cannot lead the address elsewhere; one at the very
 * beginning may be a whole site (`https://acme.example.com`); elsewhere it is escaped. Refuses (badRequest) other
 * values, and placeholders without one, by name.
 */
export function fillAddress(template: string, values: Readonly<Record<string, unknown>>): string {
  return template.replaceAll(PLACEHOLDER, (_, name: string, offset: number) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    const text = typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
    if (text === "") throw new Failure("badRequest", `${name}: is required to fill the address ${template}.`);
    const before = template.slice(0, offset).replaceAll(PLACEHOLDER, "x");
    if (before === "") return site(name, text);
    if (!AUTHORITY.test(before)) return encodeURIComponent(text);
    const host = text.replace(/^https?:\/\//i, "").replace(/\/$/, "");
    if (!HOST.test(host)) throw new Failure("badRequest", `${name}: must be a host name or a part of one.`);
    return host;
  });
}

/** Refuses (badRequest) an address that is no web address, whatever its placeholders are filled with. */
export function requireAddress(template: string, key: string): URL {
  const names = [...template.matchAll(PLACEHOLDER)].map(([, name = ""]) => name);
  return webAddress(fillAddress(template, Object.fromEntries(names.map((name) => [name, "example"]))), key);
}

/** Refuses (badRequest) anything but an http or https address. */
export function webAddress(address: string, key: string): URL {
  const url = URL.parse(address);
  if (url?.protocol === "https:" || url?.protocol === "http:") return url;
  throw new Failure("badRequest", `${key}: must be an http or https address.`);
}

function site(name: string, text: string): string {
  if (SITE.test(text)) return text.replace(/\/$/, "");
  if (HOST.test(text)) return `https://${text}`;
  throw new Failure("badRequest", `${name}: must be an address such as https://acme.example.com.`);
}
