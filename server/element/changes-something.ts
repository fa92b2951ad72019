import { LONGEST_CHAIN } from "./call/chain.ts";
import { addressNamed } from "./definition/check.ts";
import { addressOf } from "./resource-path.ts";
import { RESOURCE_TYPES } from "./resource-types/registry.ts";
import type { Resource } from "./shape.ts";

type Changing = Pick<Resource, "method" | "vendorMethod" | "vendorPath" | "type">;
/** `jdbc` if the provider is a database. */
type Protocol = { protocolType?: unknown } & Record<string, unknown>;

/** A provider's POST often only searches, as with GraphQL and SOAP; these methods never only read. */
const CHANGING_METHODS: ReadonlySet<string> = new Set(["PUT", "PATCH", "DELETE"]);
const CHANGING_SQL = /^[\s(]*(?:insert|update|delete|merge|replace|upsert|truncate|drop|alter|create|grant|revoke)\b/i;

const DELETING_SQL = /^[\s(]*(?:delete|truncate|drop)\b/i;

/** Whether a request with this method changes something at the provider, whatever our own method is. */
export const isChangingMethod = (method: string): boolean => CHANGING_METHODS.has(method.toUpperCase());

/** Whether a statement of an element with `protocolType: "jdbc"` changes something. */
export const isChangingSql = (statement: string): boolean => CHANGING_SQL.test(statement);

/**
 * Whether a request to a resource changes something, for everybody who may only read: if its own method is not GET, if
 * it runs a formula, or if its GET is PUT, PATCH or DELETE at the provider, or SQL that writes. A GET that is POST at
 * the provider reads.
 */
export const changesSomething = (
  { method, vendorMethod = method, vendorPath, type }: Changing,
  { protocolType }: Protocol,
): boolean =>
  method !== "GET" ||
  RESOURCE_TYPES[type]?.mayChange === true ||
  (protocolType === "jdbc" ? isChangingSql(vendorPath) : isChangingMethod(vendorMethod));

/**
 * Whether a request to a resource deletes something, for everybody who confirms that first: if its own method is DELETE,
 * or that at the provider, or SQL that deletes.
 */
export const deletesSomething = (
  { method, vendorMethod = method, vendorPath }: Changing,
  { protocolType }: Protocol,
): boolean =>
  method === "DELETE" ||
  (protocolType === "jdbc" ? DELETING_SQL.test(vendorPath) : vendorMethod.toUpperCase() === "DELETE");

type Resources<R> = { resources: readonly R[] } & Protocol;

/** The resources of which one request changes something: themselves, or one that follows them. */
export const changingResources = <R extends Resource>(element: Resources<R>): ReadonlySet<R> =>
  chainsThat(changesSomething, element);

/** The resources of which one request deletes something: themselves, or one that follows them. */
export const deletingResources = <R extends Resource>(element: Resources<R>): ReadonlySet<R> =>
  chainsThat(deletesSomething, element);

function chainsThat<R extends Resource>(does: typeof changesSomething, element: Resources<R>): ReadonlySet<R> {
  const byAddress = new Map(element.resources.map((resource) => [addressOf(resource), resource]));
  const isOne = (resource: R, left: number): boolean => {
    if (does(resource, element)) return true;
    const next = resource.nextResource && byAddress.get(addressNamed(resource.nextResource));
    return next !== undefined && next !== "" && left > 1 && isOne(next, left - 1);
  };
  return new Set(element.resources.filter((resource) => isOne(resource, LONGEST_CHAIN)));
}
