import { dataTypeOfSchema } from "../data-types/registry.ts";
import { string } from "../data-types/text.ts";
import { header } from "../parameters/header.ts";
import { path } from "../parameters/path.ts";
import type { Place } from "../parameters/place.ts";
import { query } from "../parameters/query.ts";
import { PLACES } from "../parameters/registry.ts";
import { value } from "../parameters/value.ts";
import { isObject, type Json, type Problem, textOf } from "./conversion.ts";
import type { Models } from "./models.ts";

export type Described = {
  /** Parameters of the description, resolved, without bodies and forms. */
  parameters: readonly Json[];
  /** Our variables of the path by the provider's names. */
  variables: ReadonlyMap<string, string>;
  /** Our names of paging by the provider's. */
  paging: ReadonlyMap<string, string>;
  models: Models;
  place: string;
};

const PLACED = Object.values(PLACES).filter(({ type }) => ![path, query, header].some((own) => own.type === type));

/** Headers that the product or HTTP sets. */
const IGNORED_HEADERS = /^(?:authorization|accept|content-type|content-length|host|connection|transfer-encoding)$/i;
/** Our hub handles these itself. */
const OURS = new Set(["where", "fields", "orderBy", "page", "pageSize", "nextPage", "offset", "fetchall"]);

export const mapped = (name: string, { type }: Pick<Place, "type">, vendorName = name): Json => ({
  name,
  vendorName,
  type,
  vendorType: type,
  source: "request",
});

/** A value that is always sent. */
export const fixed = (text: string, place: Pick<Place, "type">, vendorName: string): Json => ({
  ...mapped(text, value, vendorName),
  vendorType: place.type,
  required: true,
});

/** The parameters of a resource from those of an operation, and what cannot be sent. */
export function parametersOf(described: Described): { parameters: Json[]; problems: Problem[] } {
  const { parameters, variables, place } = described;
  const problems: Problem[] = [];
  const ourName = new Map([...variables].map(([own, theirs]) => [theirs, own]));
  const created = parameters.flatMap((parameter, at): Json[] => {
    const name = textOf(parameter.name);
    const refuse = (message: string) => {
      problems.push({ place: `${place}.parameters.${name ?? at}`, message });
      return [];
    };
    if (!name || /[\0-\x1f\x7f]/.test(name)) return refuse("A parameter needs a name. It is left out.");
    if (parameter.in === "path") {
      const own = ourName.get(plainVariable(name));
      return own ? [{ ...mapped(own, path, name), required: true, ...typed(parameter, described) }] : [];
    }
    if (parameter.in === "header")
      return IGNORED_HEADERS.test(name) ? [] : headerOf(name, parameter, described, refuse);
    if (parameter.in === "query") return queryOf(name, parameter, described);
    // Fields of forms belong to the body.
    if (parameter.in === "formData") return [];
    const placed = PLACED.find(({ fromOpenApi }) => fromOpenApi?.({ in: parameter.in, name, isFile: false }));
    if (placed) return sent(name, placed, parameter, described);
    if (parameter.in === "cookie") return refuse("Cookies are not sent. It is left out.");
    return [];
  });
  const given = new Set(created.filter(({ type }) => type === path.type).map(({ name }) => name));
  for (const [own, theirs] of variables)
    if (!given.has(own)) created.push({ ...mapped(own, path, theirs), required: true, dataType: string.type });
  return { parameters: created, problems };
}

/** `{+path}` and `{path*}` become variables of that name. */
export const plainVariable = (name: string): string => name.replaceAll(/[{}+*;?\s]/g, "");

function headerOf(name: string, parameter: Json, described: Described, refuse: (message: string) => Json[]): Json[] {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) return refuse("This is no name of a header. It is left out.");
  return sent(name, header, parameter, described);
}

function queryOf(name: string, parameter: Json, described: Described): Json[] {
  const paging = described.paging.get(name);
  if (paging !== undefined)
    return [{ ...mapped(paging, query, name), ...about(parameter), ...typed(parameter, described) }];
  const fields = parameter.style === "deepObject" ? described.models.fieldsOf(parameter.schema) : undefined;
  if (!fields || fields.properties.size === 0) return sent(name, query, parameter, described);
  return [...fields.properties].map(([field, schema]) => ({
    ...mapped(`${name}[${field}]`, query),
    ...about(described.models.open(schema)),
    required: parameter.required === true && fields.required.has(field),
    dataType: string.type,
    vendorDataType: string.type,
  }));
}

function sent(name: string, place: Pick<Place, "type">, parameter: Json, described: Described): Json[] {
  const only = onlyValue(parameter, described);
  if (only !== undefined) return [fixed(only, place, name)];
  const own = place === query && OURS.has(name) ? `provider${name.charAt(0).toUpperCase()}${name.slice(1)}` : name;
  return [
    {
      ...mapped(own, place, name),
      required: parameter.required === true,
      ...typed(parameter, described),
      ...about(parameter),
    },
  ];
}

/** A required parameter with one possible value is sent without asking the user for it. */
function onlyValue(parameter: Json, { models }: Described): string | undefined {
  if (parameter.required !== true) return undefined;
  const schema = schemaOf(parameter, models);
  const values = "const" in schema ? [schema.const] : schema.enum;
  const [value, ...others] = Array.isArray(values) ? values : [];
  const isText = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  return isText && others.length === 0 && /^[\x20-\x7e]+$/.test(String(value)) ? String(value) : undefined;
}

const about = ({ description }: Json) => (textOf(description) ? { description } : {});

function typed(parameter: Json, { models }: Described): Json {
  const dataType = dataTypeOf(schemaOf(parameter, models));
  return { dataType, vendorDataType: dataType };
}

/** Swagger 2.0 has the schema in the parameter itself. */
const schemaOf = (parameter: Json, models: Models): Json =>
  isObject(parameter.schema) ? models.open(parameter.schema) : parameter;

/** The data type of a simple schema (spec §2.9); lists and objects are sent as they are written. */
export function dataTypeOf({ type, format }: Json): string {
  const [kind] = Array.isArray(type) ? type.filter((one) => one !== "null") : [type];
  const isWritten = kind === "array" || kind === "object";
  return dataTypeOfSchema(isWritten ? {} : { type: kind, format }).type;
}
