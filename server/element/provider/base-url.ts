import { Failure } from "../../errors.ts";
import type { Configuration } from "../ports.ts";

type Placeholder = { name: string; kind: "site" | "host" | "label" | "escaped" };
export type BaseTemplate = readonly (string | Placeholder)[];

const PLACEHOLDER = /\{([^{}/]+)\}/g;

/**
 * Compiles `base.url`. The allowed values of a `{name}` depend on its position, so that no value sends a request to a
 * host that the author did not intend (I08): a whole site at the beginning, a host between `//` and `/`, one label of
 * it beside other text, anything escaped in the path.
 */
export function compileBase(template: string): BaseTemplate {
  const parts: (string | Placeholder)[] = [];
  let before = "";
  let from = 0;
  for (const found of template.matchAll(PLACEHOLDER)) {
    const text = template.slice(from, found.index);
    from = found.index + found[0].length;
    if (text) parts.push(text);
    before += text;
    parts.push({ name: found[1] ?? "", kind: kindOf(before, template.slice(from)) });
    before += "x";
  }
  if (from < template.length) parts.push(template.slice(from));
  return parts;
}

function kindOf(before: string, after: string): Placeholder["kind"] {
  const endsHost = after === "" || after.startsWith("/") || after.startsWith(":");
  if (before === "") return endsHost ? "site" : "label";
  if (/^[a-z]+:\/\/$/i.test(before)) return endsHost ? "host" : "label";
  return /^(?:[a-z]+:\/\/)?[^/?#]*$/i.test(before) ? "label" : "escaped";
}

const LABEL = /^[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?$/i;
const HOST = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
const SITE = /^https?:\/\/[a-z0-9._-]+(?::\d{1,5})?(?:\/[\w.~%/-]*)?$/i;

type Values = Readonly<Record<string, string>>;

/**
 * The address that provider paths are appended to. `fromCaller` names what the caller fills: never a whole host.
 * Refuses (badRequest) by name a value that may not stand where it would, and one that is missing.
 */
export function fillBase(
  template: BaseTemplate,
  values: Values,
  { configuration, fromCaller }: { configuration: Configuration; fromCaller: ReadonlySet<string> },
): string {
  let filled = "";
  for (const part of template) {
    if (typeof part === "string") {
      filled += part;
      continue;
    }
    const { name, kind } = part;
    const value = (values[name] ?? own(configuration, name) ?? "").trim();
    if (value === "") throw new Failure("badRequest", `${name}: is required because base.url uses it.`);
    if (fromCaller.has(name) && (kind === "site" || kind === "host"))
      throw new Failure(
        "badRequest",
        `${name}: cannot be sent with a request, because it sets the host. Set it in the configuration.`,
      );
    filled += FILLS[kind](name, value);
  }
  return filled === "" ? "" : withScheme(filled);
}

/** Refuses (badRequest) a `base.url` that is no web address, whatever its placeholders are filled with. */
export function requireBase(template: string, name: string): void {
  const filled = compileBase(template).map((part) => (typeof part === "string" ? part : SAMPLES[part.kind]));
  originOf(withScheme(filled.join("")), name);
}

const SAMPLES: Record<Placeholder["kind"], string> = {
  site: "https://example.com",
  host: "example.com",
  label: "example",
  escaped: "example",
};

const own = (configuration: Configuration, name: string) =>
  Object.hasOwn(configuration, name) ? configuration[name] : undefined;

const FILLS: Record<Placeholder["kind"], (name: string, value: string) => string> = {
  site(name, value) {
    if (SITE.test(value) && !climbs(value)) return value.replace(/\/+$/, "");
    if (HOST.test(value)) return `https://${value}`;
    throw new Failure("badRequest", `${name}: must be an address such as https://acme.example.com.`);
  },
  host(name, value) {
    if (HOST.test(value)) return value;
    throw new Failure("badRequest", `${name}: must be the name of a host, such as acme.example.com.`);
  },
  label(name, value) {
    if (LABEL.test(value)) return value;
    throw new Failure("badRequest", `${name}: must be one part of a host's name: letters, digits and hyphens.`);
  },
  escaped(name, value) {
    if (climbs(value)) throw new Failure("badRequest", `${name}: must not contain . or .. as a part.`);
    return encodeURIComponent(value.toWellFormed());
  },
};

/** Whether a path contains a segment `.` or `..`, also an escaped one. */
export const climbs = (path: string): boolean => /(?:^|[/\\]|%2f|%5c)(?:\.|%2e){1,2}(?:$|[/\\?#]|%2f|%5c)/i.test(path);

const withScheme = (address: string) => (/^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`);

/**
 * The origin of an address. Refuses (badRequest) anything but a plain web address: other schemes, and credentials or
 * line breaks in it. `name` identifies the address in the message.
 */
export function originOf(address: string, name: string): string {
  if (/[\0-\x20\x7f\\]/.test(address))
    throw new Failure(
      "badRequest",
      `${name}: ${JSON.stringify(address.slice(0, 100))} is not a web address: it contains a space, a line break or a backslash. Write a space as %20.`,
    );
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    throw new Failure("badRequest", `${name}: ${JSON.stringify(address.slice(0, 100))} is not a web address.`);
  return url.origin;
}
