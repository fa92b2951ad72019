import { Failure } from "../../errors.ts";
import { asText } from "../bare-record.ts";
import type { Configuration } from "../ports.ts";
import { climbs } from "./base-url.ts";

/** A `vendorPath` compiled: text, and the names of placeholders. */
export type PathTemplate = readonly (string | { name: string })[];

export function compilePath(path: string): PathTemplate {
  return path
    .split(/(\{[^{}/]+\})/)
    .filter((part) => part !== "")
    .map((part) => (/^\{[^{}/]+\}$/.test(part) ? { name: part.slice(1, -1) } : part));
}

type Fill = { pathValues: Readonly<Record<string, string>>; pathVariables: Readonly<Record<string, string>> };

/**
 * Fills the `{name}` of a path: with path parameters, else our own path variable or configuration of that name. Every
 * value is percent-encoded, so it stays in its place. Refuses (badRequest) by name what is missing or climbs.
 */
export function fillPath(template: PathTemplate, fill: Fill & { configuration: Configuration }): string {
  let path = "";
  for (const part of template) {
    if (typeof part === "string") {
      path += part;
      continue;
    }
    const { name } = part;
    const value = fill.pathValues[name] ?? own(fill.pathVariables, name) ?? own(fill.configuration, name) ?? "";
    if (value === "") throw new Failure("badRequest", `${name}: is required because the provider's path uses it.`);
    if (climbs(value)) throw new Failure("badRequest", `${name}: must not contain . or .. as a part.`);
    path += encodeURIComponent(value.toWellFormed());
  }
  if (climbs(path)) throw new Failure("badRequest", "The provider's path must not contain . or .. as a part.");
  return path;
}

const own = (values: Readonly<Record<string, string>>, name: string) =>
  Object.hasOwn(values, name) ? values[name] : undefined;

const ABSOLUTE = /^[a-z][a-z0-9+.-]*:\/\//i;

/** Appends `path` to `base` as it is written, with a slash between them if neither has one. */
export function joinAddress(base: string, path: string): string {
  if (ABSOLUTE.test(path)) return path;
  const needsSlash = path !== "" && !base.endsWith("/") && !/^[/?]/.test(path);
  return needsSlash ? `${base}/${path}` : base + path;
}

/** Adds parameters to an address; lists repeat theirs, missing values are left out, and a fragment is dropped. */
export function withQuery(address: string, query: Readonly<Record<string, unknown>>): string {
  let pairs = "";
  for (const name in query) {
    const value = query[name];
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined && item !== null) pairs += `&${encode(name)}=${encode(asText(item))}`;
  }
  const hash = address.indexOf("#");
  const bare = hash < 0 ? address : address.slice(0, hash);
  if (pairs === "") return bare;
  return bare.includes("?") ? `${bare}${pairs}` : `${bare}?${pairs.slice(1)}`;
}

export const encode = (text: string): string => encodeURIComponent(text.toWellFormed());
