import { toQueryParameters } from "../converters/to-query-parameters.ts";
import { object } from "../data-types/object.ts";
import { string } from "../data-types/text.ts";
import { type Parameter, parameterSchema, type Resource } from "../shape.ts";
import { body } from "./body.ts";
import { path as pathVariable } from "./path.ts";
import { query } from "./query.ts";

/** The default parameters of an endpoint (spec §2.9, default parameters per method). */
export function defaultParameters({ method, path }: Pick<Resource, "method" | "path">): Parameter[] {
  const names = [...path.matchAll(/\{([^{}/]+)\}/g)].map(([, name = ""]) => name);
  const isList = method === "GET" && !/\}\/?$/.test(path);
  const takesBody = method !== "GET" && method !== "DELETE";
  return [
    ...names.map((name) => ({ ...same(name, pathVariable), required: true, description: `The ${name}` })),
    ...(isList ? LIST : []),
    ...(takesBody ? [{ ...same("body", body), dataType: object.type, required: true, description: "The object" }] : []),
  ].map((parameter) => parameterSchema.parse(parameter));
}

const same = (name: string, { type }: { type: string }) => ({
  name,
  vendorName: name,
  type,
  vendorType: type,
  dataType: string.type,
  vendorDataType: string.type,
});

const LIST = [
  { ...same("where", query), converter: toQueryParameters.type, description: "The search expression" },
  { ...same("page", query), description: "The page, from 1" },
  { ...same("pageSize", query), description: "How many a page has" },
];
