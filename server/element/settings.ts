import { authenticationOf } from "./auth/authentication-of.ts";
import { pageBoundsOf } from "./pagination/page-size.ts";
import type { Destination, ElementPlan, PlannedResource, Settings } from "./planned.ts";
import type { Configuration } from "./ports.ts";
import { compileBase, fillBase, originOf } from "./provider/base-url.ts";
import { parseFields } from "./query/select-fields.ts";
import type { Element } from "./shape.ts";

export function settingsOf({ element, settings }: ElementPlan, configuration: Configuration): Settings {
  const known = settings.get(configuration);
  if (known) return known;
  const created = makeSettings(element, configuration);
  settings.set(configuration, created);
  return created;
}

function makeSettings(element: Element, configuration: Configuration): Settings {
  // The element's own addresses are defaults of new connections: an author cannot lead the others to another host.
  const written = (configuration["base.url"] ?? "").trim();
  // The address of a database is not a web address.
  const base = compileBase(element.protocolType === "jdbc" ? "" : written);
  const moreOrigins = originsIn(configuration["allowed.origins"] ?? "");
  const isFixed = base.every((part) => typeof part === "string");
  return {
    auth: authenticationOf(element, configuration),
    base,
    fixed: isFixed ? destination(fillBase(base, {}, { configuration, fromCaller: NOBODY }), moreOrigins) : null,
    moreOrigins,
    paginationType: configuration["pagination.type"],
    startIndex: configuration["pagination.page.startindex"]?.trim() === "0" ? 0 : 1,
    bounds: pageBoundsOf(configuration),
    dropsNulls: configuration["filter.response.nulls"] !== "false",
    selectsFields: configuration["allow.select.fields"] === "true",
    defaultFields: defaultFieldsOf(configuration["default.select.fields.map"]),
  };
}

/** It has no variables. */
const NOBODY: ReadonlySet<string> = new Set();

export const originsIn = (list: string): string[] =>
  list
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((address) => originOf(address, "allowed.origins"));

/** The address of a request to this resource, once its path parameters are known. */
export function destinationOf(
  { fixed, base, moreOrigins }: Settings,
  { parameters: { fromCaller } }: Pick<PlannedResource, "parameters">,
  { pathValues, configuration }: { pathValues: Readonly<Record<string, string>>; configuration: Configuration },
): Destination {
  return fixed ?? destination(fillBase(base, pathValues, { configuration, fromCaller }), moreOrigins);
}

const destination = (base: string, moreOrigins: readonly string[]): Destination => ({
  base,
  origins: base === "" ? moreOrigins : [originOf(base, "base.url"), ...moreOrigins],
});

/** `{"contacts": "id,name"}` or with lists; anything else is ignored. */
function defaultFieldsOf(text: string | undefined): Settings["defaultFields"] {
  try {
    const map: unknown = JSON.parse(text || "{}");
    return new Map(Object.entries(map ?? {}).map(([name, fields]) => [name, parseFields(String(fields))] as const));
  } catch {
    return new Map();
  }
}
