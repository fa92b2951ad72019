import type { AuthenticationType } from "#server/element/auth/registry.ts";
import { automaticConfiguration } from "#server/element/definition/automatic-configuration.ts";
import type { ParameterType, VendorType } from "#server/element/parameters/registry.ts";
import type { CatalogEntry, CatalogHook, CatalogParameter, CatalogResource } from "./definition.ts";
import type { Properties } from "./fields.ts";

// Helpers for the definitions of the catalog. Each returns plain data in the shape that an application could also have
// sent, and adds the parts that all definitions share.

/**
 * The configuration of an element: values for the entries that every element of its authentication has, and its own
 * entries. Throws an Error for a key that is neither.
 */
export function configured(
  type: AuthenticationType,
  defaults: Record<string, string>,
  own: CatalogEntry[] = [],
): CatalogEntry[] {
  const automatic = automaticConfiguration({ authentication: { type }, configuration: [] });
  const set = Object.entries(defaults).map(([key, defaultValue]): CatalogEntry => {
    const entry = automatic.find((each) => each.key === key);
    if (!entry) throw new Error(`${key}: is no entry that an element with ${type} has by itself.`);
    const { name, description, type: kind, required, internal, hideFromConsole } = entry;
    return { key, name, description, type: kind, required, internal, hideFromConsole, defaultValue };
  });
  return [...set, ...own].map((entry, index) => ({ ...entry, displayOrder: index + 1 }));
}

/** An own entry of the element that the user fills in when connecting. */
export const configurationEntry = (
  key: string,
  name: string,
  description: string,
  more: Partial<CatalogEntry> = {},
): CatalogEntry => ({
  key,
  name,
  description,
  type: "TEXTFIELD_128",
  required: true,
  ...more,
});

/** An own entry of the element with a default value. */
export const sets = (
  key: string,
  defaultValue: string,
  name: string,
  description: string,
  more: Partial<CatalogEntry> = {},
): CatalogEntry => ({
  key,
  name,
  description,
  defaultValue,
  type: "TEXTFIELD_1000",
  hideFromConsole: true,
  ...more,
});

/** `parameter("query", "pageSize", "query", "limit", "Rows of a page")`. */
export const parameter = (
  type: ParameterType,
  name: string,
  vendorType: VendorType,
  vendorName: string,
  description: string,
  more: Partial<CatalogParameter> = {},
): CatalogParameter => ({
  name,
  type,
  vendorName,
  vendorType,
  description,
  dataType: "string",
  vendorDataType: "string",
  ...more,
});

const WHERE = "A search expression, such as name='value'";

/** `where` as one query parameter for each field. `names` are the fields that the provider knows. */
export const where = (names: string): CatalogParameter =>
  parameter("query", "where", "query", "where", `${WHERE}. Fields: ${names}.`, { converter: "toQueryParameters" });

/** `where`, which the hook of the resource translates for the provider. */
export const whereByHook = (names: string): CatalogParameter =>
  parameter("query", "where", "no-op", "where", `${WHERE}. Fields: ${names}.`);

/** `where` as an OData filter. */
export const whereOData = (names: string): CatalogParameter =>
  parameter("query", "where", "query", "$filter", `${WHERE}. Fields: ${names}.`, { converter: "toODataFilter" });

/** The page and its size, by page number or offset: the element's configuration defines how pages are counted. */
export const pages = (pageParameter: string, sizeParameter: string): CatalogParameter[] => [
  parameter("query", "page", "query", pageParameter, "The page, from 1", { dataType: "integer" }),
  parameter("query", "pageSize", "query", sizeParameter, "How many records a page has", { dataType: "integer" }),
];

/** The page by the provider's own token. */
export const cursors = (tokenParameter: string, sizeParameter: string): CatalogParameter[] => [
  parameter("query", "nextPage", "query", tokenParameter, "The token of the next page, from Elements-Next-Page-Token"),
  parameter("query", "pageSize", "query", sizeParameter, "How many records a page has", { dataType: "integer" }),
];

export const orderBy = (vendorName: string, description: string): CatalogParameter =>
  parameter("query", "orderBy", "query", vendorName, description);

/** A fixed value for the provider. `${configuration.<key>}` in it is replaced. */
export const always = (value: string, vendorType: VendorType, vendorName: string): CatalogParameter =>
  parameter("value", value, vendorType, vendorName, `Always ${value}`, { required: true });

/** The file of a form, as a part of a multipart body. */
export const file = (vendorType: "multipart" | "body", vendorName: string): CatalogParameter =>
  parameter("multipart", "file", vendorType, vendorName, "The file", {
    required: true,
    dataType: "file",
    vendorDataType: "file",
  });

export const preRequest = (body: string): CatalogHook => ({
  type: "preRequest",
  body: body.trim(),
  isLegacy: false,
});
export const postRequest = (body: string): CatalogHook => ({
  type: "postRequest",
  body: body.trim(),
  isLegacy: false,
});

type Method = CatalogResource["method"];
type Model = { name: string; properties: Properties; required?: readonly string[] };

type Omitted = "path" | "method" | "vendorPath" | "vendorMethod" | "model";
/** The options of an endpoint. */
export type EndpointOptions = Omit<Partial<CatalogResource>, Omitted> & {
  /** Descriptions of the `{names}` in the path: `{ id: "The contact's id" }`. */
  names?: Record<string, string>;
  /** The model of the body. */
  takes?: Model;
  /** The model of the response, or of each item in a list. */
  returns?: Model;
  lists?: Model;
};

/**
 * One endpoint: `endpoint("GET /contacts/{id}", "GET /people/{id}", "Read a contact", …)`. Names in the path become
 * parameters, and so does the body that `takes` describes.
 */
export function endpoint(
  ours: string,
  providerOperation: string,
  description: string,
  { parameters = [], names = {}, takes, returns, lists, ...more }: EndpointOptions = {},
): CatalogResource {
  const [method, path] = ours.split(" ") as [Method, string];
  const [vendorMethod, vendorPath = ""] = providerOperation.split(/ (.*)/s) as [Method, string];
  const given = new Set(parameters.map(({ type, name }) => `${type} ${name}`));
  const filled = new Set(
    parameters.filter(({ vendorType }) => vendorType === "path").map(({ vendorName }) => vendorName),
  );
  const inPath = [...path.matchAll(/\{(\w+)\}/g)]
    .map(([, name = ""]) => name)
    .filter((name) => !given.has(`path ${name}`) && !filled.has(name))
    .map((name) => parameter("path", name, "path", name, names[name] ?? "The id of the record", { required: true }));
  const body = takes && !given.has("body body") ? [bodyOf(takes)] : [];
  return {
    path,
    method,
    vendorPath,
    vendorMethod,
    description,
    type: "api",
    ...more,
    parameters: [...inPath, ...parameters, ...body],
    ...((takes || returns || lists) && { model: modelOf({ takes, returns: returns, lists }) }),
    response: { contentType: "application/json", contentTypeAsString: "application/json", ...more.response },
  };
}

/** For an endpoint that returns the content of a file. */
export const returnsFile = {
  response: { contentType: "application/octet-stream", contentTypeAsString: "application/octet-stream" },
};

/** A request that fails with wrong credentials, so that no instance is created with them. */
export const provesAccess = (providerOperation: string, more: EndpointOptions = {}): CatalogResource =>
  endpoint("GET /access", providerOperation, "Try the credentials when an instance is made", {
    ...more,
    type: "provisionAuthValidation",
  });

const bodyOf = ({ name }: Model): CatalogParameter =>
  parameter("body", "body", "body", "body", `The ${name} object`, {
    required: true,
    dataType: name,
    vendorDataType: name,
    model: name,
  });

/** The models of a resource: a map of definitions in OpenAPI 2.0 for each side. */
function modelOf({ takes, returns, lists }: Pick<EndpointOptions, "takes" | "returns" | "lists">) {
  const list = lists && `${lists.name}List`;
  return {
    ...(takes && { requestName: takes.name, requestSwagger: { [takes.name]: definitionOf(takes) } }),
    ...(returns && { name: returns.name, swagger: { [returns.name]: definitionOf(returns) } }),
    ...(lists &&
      list && {
        name: list,
        swagger: {
          [list]: { id: list, type: "array", items: { type: lists.name } },
          [lists.name]: definitionOf(lists),
        },
      }),
  };
}

const definitionOf = ({ name, properties, required }: Model) => ({
  id: name,
  properties,
  ...(required && required.length > 0 && { required }),
});
