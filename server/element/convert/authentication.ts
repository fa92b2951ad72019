import { cookieWith } from "../auth/api-key.ts";
import type { AuthType } from "../auth/auth-type.ts";
import { AUTH_TYPES, type AuthenticationType } from "../auth/registry.ts";
import { password } from "../configuration-types/password.ts";
import { reservedKeys } from "../definition/automatic-configuration.ts";
import { configuration } from "../parameters/configuration.ts";
import { PLACES, VENDOR_TYPES } from "../parameters/registry.ts";
import {
  configurationEntry,
  isObject,
  type Json,
  listOf,
  type OfferedAuthentication,
  type Problem,
} from "./conversion.ts";
import type { Resolve } from "./references.ts";

/** A type of authentication, with the resulting parts of an element. */
export type ConvertedAuthentication = OfferedAuthentication & {
  type: AuthenticationType;
  configuration: Json[];
  parameters: Json[];
};

type Scheme = { name: string; scheme: Json; place: string };
type Sent = { entry: Json; parameter: Json };

const MOST_OFFERED = 50;
const TYPES = Object.values(AUTH_TYPES);
/** Keys that elements of some type have by themselves. */
const RESERVED = TYPES.flatMap(({ type }) => [...reservedKeys({ authentication: { type }, configuration: [] })]);

/**
 * The ways to authenticate to an API, the best first: what most operations accept, of these what needs nothing else,
 * of these the likeliest type. Schemes that the description requires together are one way. `problems` are about those
 * that no element can use.
 */
export function authenticationsFrom(
  document: Json,
  { resolve, operations = [] }: { resolve: Resolve; operations?: readonly Json[] },
): { offered: ConvertedAuthentication[]; problems: Problem[] } {
  const schemes = schemesOf(document, resolve);
  const uses = usesOf(document, { operations, schemes });
  const together = new Set([...uses.values()].flatMap(({ names }) => names));
  for (const { name } of schemes) if (!together.has(name)) uses.set(name, { names: [name], count: 0 });

  const offered = [...uses.values()].flatMap(({ names, count }) => {
    const used = schemes.filter(({ name }) => names.includes(name));
    return converted(used, count) ?? [];
  });
  const usable = new Set(offered.flatMap(({ name }) => name.split(TOGETHER)));
  return {
    offered: offered.sort(bestFirst).slice(0, MOST_OFFERED),
    problems: schemes
      .filter(({ name }) => !usable.has(name))
      .map(({ place }) => ({ place, message: "This way to authenticate is not supported." })),
  };
}

const TOGETHER = " + ";

function schemesOf({ components, securityDefinitions }: Json, resolve: Resolve): Scheme[] {
  const given = isObject(components) ? components.securitySchemes : securityDefinitions;
  const path = isObject(components) ? "components.securitySchemes" : "securityDefinitions";
  return Object.entries(isObject(given) ? given : {}).map(([name, scheme]) => {
    const place = `${path}.${name}`;
    return { name, place, scheme: resolve(scheme, place) };
  });
}

type Use = { names: string[]; count: number };

/** The schemes that are required together, by name, each with its number of operations. */
function usesOf(
  { security }: Json,
  { operations, schemes }: { operations: readonly Json[]; schemes: readonly Scheme[] },
): Map<string, Use> {
  const order = new Map(schemes.map(({ name }, at) => [name, at]));
  const uses = new Map<string, Use>();
  const used = (requirements: unknown) =>
    listOf(requirements).flatMap((requirement): Use | [] => {
      const names = Object.keys(requirement).filter((name) => order.has(name));
      names.sort((one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0));
      if (names.length === 0) return [];
      const name = names.join(TOGETHER);
      const use = uses.get(name) ?? { names, count: 0 };
      uses.set(name, use);
      return use;
    });
  const standard = new Set(used(security));
  for (const operation of operations)
    for (const use of operation.security === undefined ? standard : new Set(used(operation.security))) use.count++;
  return uses;
}

function bestFirst(one: ConvertedAuthentication, other: ConvertedAuthentication): number {
  const rank = ({ type }: ConvertedAuthentication) => TYPES.findIndex((own) => own.type === type);
  return (
    other.operations - one.operations ||
    Number(one.problems.length > 0) - Number(other.problems.length > 0) ||
    rank(one) - rank(other)
  );
}

/** One way by these schemes: the likeliest type that one of them means, and the others beside it. */
function converted(schemes: readonly Scheme[], operations: number): ConvertedAuthentication | undefined {
  for (const type of TYPES)
    for (const first of schemes) {
      const credentials = type.fromOpenApi?.(first.scheme);
      if (!credentials) continue;
      const taken = new Set(RESERVED);
      const others = schemes
        .filter((scheme) => scheme !== first)
        .map((scheme) => ({ scheme, sent: alsoSent(scheme, taken) }));
      return {
        name: schemes.map(({ name }) => name).join(TOGETHER),
        type: type.type,
        label: type.label,
        operations,
        configuration: [
          ...settingsOf(credentials),
          ...others.flatMap(({ sent }): Json[] => (sent ? [sent.entry] : [])),
        ],
        parameters: withOneCookie([
          ...(credentials.parameters ?? []).map((parameter) => ({ ...parameter, source: "request", required: true })),
          ...others.flatMap(({ sent }): Json[] => (sent ? [sent.parameter] : [])),
        ]),
        problems: [
          ...(credentials.problem === undefined ? [] : [{ place: first.place, message: credentials.problem }]),
          ...others.filter(({ sent }) => !sent).map(({ scheme }) => ({ place: scheme.place, message: NOT_BESIDE })),
        ],
      };
    }
  return undefined;
}

const NOT_BESIDE = "It is required beside the other credentials, and an element cannot send it there.";

const settingsOf = ({ settings = [] }: NonNullable<ReturnType<NonNullable<AuthType["fromOpenApi"]>>>): Json[] =>
  settings.flatMap(({ key, name, value }) => (value === undefined ? [] : [configurationEntry(key, name, value)]));

/** A key that is sent in addition to the credentials, from a separate entry, whose key is added to `taken`. */
function alsoSent({ name, scheme }: Scheme, taken: Set<string>): Sent | undefined {
  const { in: place, name: vendorName, type } = scheme;
  if (type !== "apiKey" || typeof vendorName !== "string") return undefined;
  const named = name.replaceAll(/[^\w.-]+/g, "_");
  let key = named;
  for (let count = 1; taken.has(key); count++) key = `key.${named}${count === 1 ? "" : `.${count}`}`;
  taken.add(key);
  const entry = { key, name, description: vendorName, type: password.type, required: true };
  const rest = { source: "request", required: true };
  const cookie = place === "cookie" ? cookieWith(vendorName, key) : undefined;
  if (cookie) return { entry, parameter: { ...cookie, ...rest } };
  const vendorType = VENDOR_TYPES.find((one) => PLACES[one].apiKeyIn === place);
  return vendorType && { entry, parameter: { name: key, type: configuration.type, vendorName, vendorType, ...rest } };
}

/** A request has only one Cookie header. */
function withOneCookie(parameters: readonly Json[]): Json[] {
  const cookies = parameters.filter(({ vendorName }) => vendorName === COOKIE);
  const [first] = cookies;
  if (!first) return [...parameters];
  return [
    ...parameters.filter((parameter) => !cookies.includes(parameter)),
    { ...first, name: cookies.map(({ name }) => name).join("; ") },
  ];
}

const COOKIE = "Cookie";
