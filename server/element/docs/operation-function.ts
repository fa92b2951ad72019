import { Failure } from "../../errors.ts";
import { asText } from "../bare-record.ts";
import type { HubRequest } from "../hub-request.ts";
import { isFilePart } from "../ports.ts";
import { type ElementDocs, isChange, isDeletion, operationDefinitions } from "./docs.ts";
import { FILE_ARGUMENT, fileOf } from "./file-argument.ts";

type Json = Record<string, unknown>;
type Parameter = Json & { name: string; in: string; required?: boolean; schema?: Json; description?: string };

/** An operation of an element as a function: its arguments, and the request that it makes. */
export type OperationFunction = {
  operationId: string;
  summary: string;
  method: string;
  path: string;
  /** Whether it changes something, which a GET of an element can too. */
  isChange: boolean;
  /** Whether it deletes something, which other methods of an element than DELETE can too. */
  isDeletion: boolean;
  /** The arguments by their names, as JSON Schema; `body` is the one of a body. */
  properties: Record<string, Json>;
  required: string[];
  /** The schemas that the properties refer to, as `#/$defs/…`. */
  definitions: Json;
  /** The request with these arguments, which `properties` and `required` allow. Refuses (badRequest) what is no id or file. */
  requestOf: (given: Readonly<Record<string, unknown>>) => Omit<HubRequest, "signal">;
};

/** The operations of the documentation as functions. `taken` are no names of arguments. */
export function operationFunctions(docs: ElementDocs, taken: readonly string[] = []): OperationFunction[] {
  return Object.entries(docs.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([verb, operation]) => {
      const parameters = ((operation.parameters ?? []) as Parameter[]).filter(
        ({ name, in: place }) => !isOurs(name, place),
      );
      const { operationId, summary } = operation;
      const named = withNames(parameters, taken);
      const definitions = operationDefinitions(docs, operationId) ?? {};
      const method = verb.toUpperCase();
      return {
        ...{ operationId, summary: asText(summary ?? ""), method, path },
        ...{ isChange: isChange(method, operation), isDeletion: isDeletion(method, operation) },
        properties: Object.fromEntries(named.map(([argument, parameter]) => [argument, schemaOf(parameter)])),
        required: named.filter(([, { required }]) => required === true).map(([argument]) => argument),
        definitions: local(definitions) as Json,
        requestOf: (given: Readonly<Record<string, unknown>>) => requestOf({ method, path, named }, given),
      };
    }),
  );
}

/** A header that the product adds itself. */
const isOurs = (name: string, place: string): boolean => place === "header" && name.toLowerCase() === "authorization";

type Named = readonly (readonly [argument: string, parameter: Parameter])[];

/** A name that occurs in two places, or is taken, is qualified by its place. */
function withNames(parameters: readonly Parameter[], taken: readonly string[]): Named {
  const names = new Set(taken);
  return parameters.map((parameter) => {
    let argument = parameter.in === "body" ? "body" : parameter.name;
    while (names.has(argument)) argument = `${parameter.in}_${argument}`;
    names.add(argument);
    return [argument, parameter] as const;
  });
}

function schemaOf({ name: _, in: place, required: __, schema, ...rest }: Parameter): Json {
  if (rest.type === "file") return { ...rest, ...FILE_ARGUMENT };
  return local(place === "body" ? { ...rest, ...schema } : rest) as Json;
}

/** Swagger keeps shared schemas below `#/definitions`, JSON Schema below `#/$defs`. */
function local(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(local);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === "$ref" && typeof inner === "string" ? inner.replace(/^#\/definitions\//, "#/$defs/") : local(inner),
    ]),
  );
}

type Operation = { method: string; path: string; named: Named };

function requestOf(
  { method, path, named }: Operation,
  given: Readonly<Record<string, unknown>>,
): Omit<HubRequest, "signal"> {
  const sent = named.flatMap(([argument, { name, in: place, type }]) => {
    const value = Object.hasOwn(given, argument) ? given[argument] : undefined;
    return isMissing(value) ? [] : [{ name, place, value: type === "file" ? fileOf(argument, value) : value }];
  });
  const at = (wanted: string) => sent.filter(({ place }) => place === wanted);
  const [body] = at("body");
  const form = at("formData");
  return {
    method,
    path: at("path").reduce((filled, { name, value }) => filled.replaceAll(`{${name}}`, segment(name, value)), path),
    query: Object.fromEntries(at("query").map(({ name, value }) => [name, queryValue(value)])),
    headers: Object.fromEntries(at("header").map(({ name, value }) => [name.toLowerCase(), asText(value)])),
    ...(body && { body: body.value }),
    ...(form.length > 0 && {
      form: Object.fromEntries(form.map(({ name, value }) => [name, isFilePart(value) ? value : asText(value)])),
    }),
  };
}

const isMissing = (value: unknown): boolean => value === undefined || value === null;

/** A segment of a path stays one segment, and never leads to its parent. */
function segment(name: string, value: unknown): string {
  const text = asText(value);
  if (text === "" || text === "." || text === "..")
    throw new Failure("badRequest", `${name}: must be an id, not ${JSON.stringify(text)}.`);
  return encodeURIComponent(text);
}

const queryValue = (value: unknown): string | string[] => (Array.isArray(value) ? value.map(asText) : asText(value));
