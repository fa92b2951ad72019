import type { AuthType } from "./auth/auth-type.ts";
import { authenticationOf } from "./auth/registry.ts";
import { type PageBounds, pageBoundsOf } from "./pagination/page-size.ts";
import type { ElementPlan, PlannedResource } from "./plan.ts";
import type { Configuration } from "./ports.ts";
import { type BaseTemplate, compileBase, fillBase, originOf } from "./provider/base-url.ts";
import { parseFields } from "./query/select-fields.ts";
import type { Element } from "./shape.ts";

/** The address that paths are appended to, and the allowed origins of requests (E08). */
export type Destination = { base: string; origins: readonly string[] };

/** Values derived from the configuration of one instance, computed once. */
export type Settings = {
  auth: AuthType;
  base: BaseTemplate;
  /** Where nothing else is needed to fill it. */
  fixed: Destination | null;
  /** Origins beside that of the base. */
  moreOrigins: readonly string[];
  paginationType: string | undefined;
  startIndex: number;
  bounds: PageBounds;
  dropsNulls: boolean;
  selectsFields: boolean;
  /** By object name, what is shown when the caller names no fields. */
  defaultFields: ReadonlyMap<string, readonly string[]>;
};

export function settingsOf({ element, settings }: ElementPlan, configuration: Configuration): Settings {
  const known = settings.get(configuration);
  if (known) return known;
  const made = makeSettings(element, configuration);
  settings.set(configuration, made);
  return made;
}

function makeSettings(element: Element, configuration: Configuration): Settings {
  const written = (configuration["base.url"] || defaultOf(element, "base.url")).trim();
  // The address of a database is not a web address.
  const base = compileBase(element.protocolType === "jdbc" ? "" : written);
  const moreOrigins = originsIn(configuration["allowed.origins"] ?? defaultOf(element, "allowed.origins"));
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

/** Nothing in it is filled by anybody. */
const NOBODY: ReadonlySet<string> = new Set();

const defaultOf = ({ configuration }: Element, key: string): string =>
  configuration.find((entry) => entry.key === key)?.defaultValue ?? "";

const originsIn = (list: string): string[] =>
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
