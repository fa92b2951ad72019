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
import { isDeep, isSpread, type Style, separatorOf, styleHook, withFormat } from "./styles.ts";
import { kindOf, prefixOf, textStyleOf } from "./text-styles.ts";

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

export type DescribedParameters = {
  parameters: Json[];
  hooks: Json[];
  /** The prefixes of variables in the provider's path, by their names there. */
  prefixes: ReadonlyMap<string, string>;
  problems: Problem[];
};

/** Filled while the parameters are read; `names` are those of the query. */
type Written = { styles: Map<string, Style>; prefixes: Map<string, string>; names: Set<string> };
type Report = (message: string, field?: string) => Json[];
type Properties = readonly (readonly [string, unknown])[];

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

/** The parameters of a resource from those of an operation, how they are written, and what cannot be sent. */
export function parametersOf(described: Described): DescribedParameters {
  const { parameters, variables, place } = described;
  const problems: Problem[] = [];
  const written: Written = { styles: new Map(), prefixes: new Map(), names: namesIn(parameters) };
  const ourName = new Map([...variables].map(([own, theirs]) => [theirs, own]));
  const created = parameters.flatMap((parameter, at): Json[] => {
    const name = textOf(parameter.name);
    const report: Report = (message, field) => {
      problems.push({ place: [place, "parameters", name ?? at, ...(field ? [field] : [])].join("."), message });
      return [];
    };
    if (!name || /[\0-\x1f\x7f]/.test(name)) return report("A parameter needs a name. It is left out.");
    if (parameter.in === "path") {
      const own = ourName.get(plainVariable(name));
      if (!own) return [];
      const words = textStyleOf(parameter, described, report);
      const prefix = prefixOf(parameter, name);
      if (prefix) written.prefixes.set(plainVariable(name), prefix);
      return [{ ...mapped(own, path, name), required: true, ...typed(parameter, described), ...words }];
    }
    if (parameter.in === "header")
      return IGNORED_HEADERS.test(name) ? [] : headerOf(name, parameter, described, report);
    if (parameter.in === "query") return queryOf(name, parameter, described, { ...written, report });
    // Fields of forms belong to the body.
    if (parameter.in === "formData") return [];
    const placed = PLACED.find(({ fromOpenApi }) => fromOpenApi?.({ in: parameter.in, name, isFile: false }));
    if (placed) return sent(name, placed, parameter, described);
    if (parameter.in === "cookie") return report("Cookies are not sent. It is left out.");
    return [];
  });
  const given = new Set(created.filter(({ type }) => type === path.type).map(({ name }) => name));
  for (const [own, theirs] of variables)
    if (!given.has(own)) created.push({ ...mapped(own, path, theirs), required: true, dataType: string.type });
  const hooks = written.styles.size > 0 ? [styleHook("query", written.styles)] : [];
  return { parameters: created, hooks, prefixes: written.prefixes, problems };
}

const namesIn = (parameters: readonly Json[]) =>
  new Set(parameters.flatMap((parameter) => (parameter.in === "query" ? (textOf(parameter.name) ?? []) : [])));

/** `{+path}` and `{path*}` become variables of that name. */
export const plainVariable = (name: string): string => name.replaceAll(/[{}+*;?\s]/g, "");

function headerOf(name: string, parameter: Json, described: Described, report: Report): Json[] {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) return report("This is no name of a header. It is left out.");
  const words = textStyleOf(parameter, described, report);
  return sent(name, header, parameter, described).map((created) => ({ ...created, ...words }));
}

function queryOf(
  name: string,
  parameter: Json,
  described: Described,
  { styles, names, report }: Written & { report: Report },
): Json[] {
  const paging = described.paging.get(name);
  if (paging !== undefined)
    return [{ ...mapped(paging, query, name), ...about(parameter), ...typed(parameter, described) }];
  const { models } = described;
  const kind = kindOf(parameter, models);
  const separator = separatorOf(isObject(parameter.schema) ? parameter : withFormat(parameter));
  if (separator === undefined) {
    report(`${parameter.collectionFormat ?? parameter.style} is no style of a query. Lists are repeated.`);
    return sent(name, query, parameter, described);
  }
  const properties = [...(models.fieldsOf(parameter.schema)?.properties ?? [])];
  if (kind === "object" && properties.length === 0) report(UNLISTED);
  if (properties.length === 0) {
    if (kind !== "value" && !isSpread(separator)) styles.set(name, { separator });
    return sent(name, query, parameter, described);
  }
  for (const [field, schema] of properties) if (kindOf({ schema }, models) === "object") report(NESTED, field);
  if (isSpread(separator)) return spread(properties, parameter, described, { names, report });
  if (!isDeep(separator)) styles.set(name, { separator, fields: properties.map(([field]) => field) });
  const whole = { ...parameter, required: isDeep(separator) && parameter.required === true };
  const fields = fieldsOf(properties, whole, described);
  return isDeep(separator) ? fields : [...fields, ...sent(name, query, { ...parameter, required: false }, described)];
}

const UNLISTED = "It is an object whose fields are not listed. It is sent as one text.";
const NESTED = "It is an object in an object, for which there is no style. It is sent as JSON.";

/** The fields of an object as `name[field]`. */
function fieldsOf(properties: Properties, parameter: Json, { models }: Described): Json[] {
  const required = models.fieldsOf(parameter.schema)?.required;
  return properties.map(([field, schema]) => ({
    ...mapped(`${parameter.name}[${field}]`, query),
    ...about(models.open(schema)),
    required: parameter.required === true && required?.has(field) === true,
    dataType: string.type,
    vendorDataType: string.type,
  }));
}

/** The fields of an object as parameters of their own. */
function spread(
  properties: Properties,
  parameter: Json,
  described: Described,
  { names, report }: Pick<Written, "names"> & { report: Report },
): Json[] {
  const needed = described.models.fieldsOf(parameter.schema)?.required;
  return properties.flatMap(([field, schema]) => {
    if (names.has(field)) return report("It has the name of another parameter. It is left out.", field);
    names.add(field);
    const required = parameter.required === true && needed?.has(field) === true;
    return sent(field, query, { ...about(described.models.open(schema)), schema, required }, described);
  });
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
