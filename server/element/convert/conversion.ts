import { Failure } from "#server/errors.ts";
import { textField1000 } from "../configuration-types/text.ts";
import type { Resource } from "../shape.ts";

export type Json = Record<string, unknown>;

/** An unsaved element, derived from the description of a provider's API. */
export type ConvertedElement = {
  name: string;
  key: string;
  description: string;
  hub: string;
  authentication: { type: string };
  configuration: Json[];
  parameters: Json[];
  hooks: Json[];
  resources: Json[];
  objects: Json[];
};

/** An unsupported feature of the description, and its position in the file. */
export type Problem = { place: string; message: string };

/** An operation of the description; `key` is the provider's own method and path, such as `GET /v2/people/{id}`. */
export type ConvertedOperation = { key: string; summary: string; problems: Problem[] };

/** An operation with what the element needs of it beside its resource. */
export type Converted = ConvertedOperation & {
  resource: Json & Pick<Resource, "method" | "path" | "vendorPath">;
  /** The schema of its response. */
  reply: unknown;
  tags: string[];
  startsAtZero: boolean | undefined;
};

/** A type of authentication that a description offers; `name` is that of its security schemes. */
export type OfferedAuthentication = {
  name: string;
  type: string;
  label: string;
  /** The number of operations that accept it. */
  operations: number;
  problems: Problem[];
};

/**
 * The result of a conversion. `operations` are in the order of the element's resources, `authentications` the best
 * first; the element uses the one of that name.
 */
export type Conversion = {
  element: ConvertedElement;
  operations: ConvertedOperation[];
  problems: Problem[];
  authentications: OfferedAuthentication[];
  authentication?: string | undefined;
};

/** The author's choices before the file is converted: the name of a type of authentication. */
export type ConversionChoices = { authentication?: string | undefined };

const MOST_RESOURCES = 2000;
const LONGEST_ADDRESS = 8000;
const MOST_SEGMENTS = 100;
const SEGMENTS = /\/+[^/]|\{/g;

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

export const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

export const refusedDocument = (path: string, problem: string) =>
  new Failure("badRequest", `file: ${path === "" ? "the document" : path} ${problem}`);

export function requireFewResources(resources: { readonly length: number }): void {
  if (resources.length > MOST_RESOURCES)
    throw refusedDocument("", `describes more than ${MOST_RESOURCES} operations. Split it.`);
}

/** Refuses (badRequest) an address that no server would accept, since every segment and variable of it is looked at. */
export function requireShortAddress(address: string, place: string): void {
  const problem =
    address.length > LONGEST_ADDRESS
      ? `has more than ${LONGEST_ADDRESS} characters.`
      : (address.match(SEGMENTS)?.length ?? 0) > MOST_SEGMENTS &&
        `has more than ${MOST_SEGMENTS} segments and variables.`;
  if (problem) throw refusedDocument(place.length > 100 ? `${place.slice(0, 100)}…` : place, problem);
}

/** The methods that a resource can have. */
export const METHODS: readonly Resource["method"][] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

export const configurationEntry = (key: string, name: string, defaultValue: string): Json => ({
  key,
  name,
  description: name,
  type: textField1000.type,
  defaultValue,
  hideFromConsole: true,
});
