import { isObject, type Json, listOf, type Problem, textOf } from "./conversion.ts";
import { convertRequests, type DescribedRequest, formSample, jsonIn } from "./described-requests.ts";
import { defineFormat } from "./format.ts";

/** A collection of Postman 2.0 or 2.1. Values of its variables, headers and credentials do not enter the element. */
export const postman = defineFormat({
  type: "postman",
  label: "Postman collection 2.0 or 2.1",
  labelOf: ({ document }) => `Postman collection ${/\/v2\.0\.0\//.test(schemaIn(document)) ? "2.0" : "2.1"}`,
  isOf: ({ document }) => isObject(document) && isObject(document.info) && Array.isArray(document.item),
  convert({ document }, choices) {
    const collection = isObject(document) ? document : {};
    const info = isObject(collection.info) ? collection.info : {};
    const problems: Problem[] = [];
    const requests = requestsIn(collection, "item", { tag: undefined, auth: collection.auth }, problems);
    const description = {
      title: textOf(info.name) ?? "Postman collection",
      description: textOf(info.description),
      requests,
      problems,
      variables: Object.fromEntries(
        listOf(collection.variable).flatMap(({ key, value, type }) =>
          typeof key === "string" && typeof value === "string" && type !== "secret" ? [[key, value]] : [],
        ),
      ),
    };
    return convertRequests(description, choices);
  },
});

const schemaIn = (document: unknown): string =>
  isObject(document) && isObject(document.info) ? String(document.info.schema) : "";

type Above = { tag: string | undefined; auth: unknown };

function requestsIn(folder: Json, place: string, { tag, auth }: Above, problems: Problem[]): DescribedRequest[] {
  return listOf(folder.item).flatMap((item, at): DescribedRequest[] => {
    const here = `${place}.${at}`;
    if (Array.isArray(item.item))
      return requestsIn(item, `${here}.item`, { tag: textOf(item.name) ?? tag, auth: item.auth ?? auth }, problems);
    const request = typeof item.request === "string" ? { method: "GET", url: item.request } : item.request;
    if (!isObject(request)) return [];
    const url = urlOf(request.url);
    if (url === "") problems.push({ place: here, message: "The request has no URL. It is left out." });
    if (url === "") return [];
    return [
      {
        place: here,
        name: textOf(item.name) ?? url.split("?", 1).join(),
        tag,
        method: textOf(request.method) ?? "GET",
        url,
        headers: pairsOf(request.header),
        body: bodyOf(request.body),
        replies: listOf(item.response)
          .filter(({ code }) => code === undefined || (Number(code) >= 200 && Number(code) < 300))
          .map((reply) => ({ headers: pairsOf(reply.header).map(([name]) => name), sample: jsonIn(reply.body) })),
        security: schemeOf(request.auth ?? auth),
      },
    ];
  });
}

/** The raw URL, with the query parameters that are listed. */
function urlOf(url: unknown): string {
  if (typeof url === "string") return url;
  if (!isObject(url)) return "";
  const host = Array.isArray(url.host) ? url.host.join(".") : "";
  const path = Array.isArray(url.path) ? url.path.map((part) => (isObject(part) ? part.value : part)).join("/") : "";
  const raw = textOf(url.raw) ?? (host === "" ? "" : `${textOf(url.protocol) ?? "https"}://${host}/${path}`);
  const names = listOf(url.query).flatMap(({ key }) => textOf(key) ?? []);
  const plain = raw.replace(/[?#].*$/s, "");
  return names.length === 0
    ? raw
    : `${plain}?${names.map((name) => `${encodeURIComponent(name.toWellFormed())}=`).join("&")}`;
}

const pairsOf = (list: unknown): [string, string][] =>
  listOf(list).flatMap(({ key, value, disabled }): [string, string][] =>
    typeof key === "string" && key !== "" && disabled !== true ? [[key, String(value ?? "")]] : [],
  );

function bodyOf(body: unknown): DescribedRequest["body"] {
  if (!isObject(body) || body.disabled === true) return undefined;
  const fields = (list: unknown) =>
    listOf(list).flatMap(({ key, type }) => (typeof key === "string" ? [{ name: key, isFile: type === "file" }] : []));
  if (body.mode === "urlencoded")
    return { contentType: "application/x-www-form-urlencoded", sample: formSample(fields(body.urlencoded)) };
  if (body.mode === "formdata")
    return { contentType: "multipart/form-data", sample: formSample(fields(body.formdata)) };
  if (body.mode === "graphql") return { contentType: "application/json", sample: { query: "", variables: {} } };
  if (body.mode === "file") return { contentType: "application/octet-stream", sample: undefined };
  if (typeof body.raw !== "string" || body.raw.trim() === "") return undefined;
  // Variables without quotes are values of any type.
  const sample = jsonIn(body.raw) ?? jsonIn(body.raw.replaceAll(/(?<=[:[,]\s*)\{\{[^{}"]+\}\}/g, "null"));
  const language = isObject(body.options) && isObject(body.options.raw) ? body.options.raw.language : undefined;
  return { contentType: sample === undefined ? (RAW[String(language)] ?? "text/plain") : "application/json", sample };
}

const RAW: Record<string, string> = { json: "application/json", xml: "application/xml", html: "text/html" };

/** The OpenAPI scheme for an authorization of Postman, without its values. */
function schemeOf(auth: unknown): Json | undefined {
  if (!isObject(auth)) return undefined;
  const settings = Object.fromEntries(listOf(auth[String(auth.type)]).map(({ key, value }) => [String(key), value]));
  const plain = (name: string) =>
    typeof settings[name] === "string" && !settings[name].includes("{{") ? settings[name] : undefined;
  if (/^(?:basic|bearer)$/.test(String(auth.type))) return { type: "http", scheme: auth.type };
  if (auth.type === "apikey")
    return { type: "apiKey", in: plain("in") === "query" ? "query" : "header", name: plain("key") ?? "X-Api-Key" };
  if (!/^oauth2$/.test(String(auth.type))) return undefined;
  const flow = plain("grant_type") === "client_credentials" ? "clientCredentials" : "authorizationCode";
  const scopes = Object.fromEntries(
    (plain("scope") ?? "")
      .split(/\s+/)
      .filter(Boolean)
      .map((scope) => [scope, ""]),
  );
  return {
    type: "oauth2",
    flows: { [flow]: { authorizationUrl: plain("authUrl"), tokenUrl: plain("accessTokenUrl"), scopes } },
  };
}
