import { Failure } from "../../errors.ts";
import { asText } from "../bare-record.ts";
import { type HubRequest, PAGE_POSITIONS } from "../hub-request.ts";
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
  /** The argument that takes the token of the next page, of an operation whose response may be a list. */
  nextPage: string | undefined;
  /** The request with these arguments, which `properties` and `required` allow. Refuses (badRequest) what is no id or file. */
  requestOf: (given: Readonly<Record<string, unknown>>) => Omit<HubRequest, "signal">;
};

/** The operations of the documentation as functions. `taken` are no names of arguments. */
export function operationFunctions(docs: ElementDocs, taken: readonly string[] = []): OperationFunction[] {
  return Object.entries(docs.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([verb, operation]) => {
      const { operationId, summary } = operation;
      const method = verb.toUpperCase();
      const named = withNames(parametersOf(method, path, operation as Documented), taken);
      const definitions = operationDefinitions(docs, operationId) ?? {};
      return {
        ...{ operationId, summary: asText(summary ?? ""), method, path },
        ...{ isChange: isChange(method, operation), isDeletion: isDeletion(method, operation) },
        properties: Object.fromEntries(named.map(([argument, parameter]) => [argument, schemaOf(parameter)])),
        required: named.filter(([, { required }]) => required === true).map(([argument]) => argument),
        definitions: local(definitions) as Json,
        nextPage: named.find(([, parameter]) => isQuery(parameter, NEXT_PAGE.name))?.[0],
        requestOf: (given: Readonly<Record<string, unknown>>) => requestOf({ method, path, named }, given),
      };
    }),
  );
}

/** A header that the product adds itself. */
const isOurs = (name: string, place: string): boolean => place === "header" && name.toLowerCase() === "authorization";

const isQuery = ({ name, in: place }: Parameter, wanted: string): boolean => place === "query" && name === wanted;

const PAGE_SIZE = {
  ...{ name: "pageSize", in: "query", type: "integer", minimum: 1 },
  description: "How many records a page has",
} satisfies Parameter;
const NEXT_PAGE = {
  ...{ name: "nextPage", in: "query", type: "string" },
  description: "The page that the result before named as the next one",
} satisfies Parameter;

/** The parameters of an operation. Every list of a hub has pages, whatever its definition describes. */
function parametersOf(method: string, path: string, { parameters = [], produces }: Documented): Parameter[] {
  const own = parameters.filter(({ name, in: place }) => !isOurs(name, place));
  const isPositioned = own.some((parameter) => PAGE_POSITIONS.some((name) => isQuery(parameter, name)));
  const isList = method === "GET" && !path.endsWith("}") && (produces ?? []).every((type) => /json|xml/.test(type));
  if (!isPositioned && !isList) return own;
  const added = [PAGE_SIZE, NEXT_PAGE].filter(({ name }) => !own.some((parameter) => isQuery(parameter, name)));
  return [...own, ...added];
}

type Documented = { parameters?: Parameter[]; produces?: string[] };

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
