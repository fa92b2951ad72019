import { pathPart } from "../data-path.ts";
import { postRequest } from "../hooks/types/post-request.ts";
import {
  NESTED_NEXT,
  NEXT_FIELDS,
  NEXT_HEADERS,
  nameSet,
  PAGING_OBJECTS,
  plainName,
} from "../pagination/next-page-names.ts";
import { isObject, type Json, textOf } from "./conversion.ts";
import type { Models } from "./models.ts";

/** The paging parameters and response fields of a list. */
export type ListShape = {
  path: string;
  /** The parameters of the query, by the provider's names. */
  query: readonly { name: string; schema: Json }[];
  /** The schema of the response and its headers. */
  reply: unknown;
  headers: Json;
  models: Models;
};

/** `names`: ours (`page`, `pageSize`, `offset`, `nextPage`) by the provider's; `settings` are of the resource. */
export type Paging = {
  names: Map<string, string>;
  settings: Json;
  hooks: Json[];
  startsAtZero: boolean | undefined;
  problem?: string;
};

const SIZES = nameSet(
  "pagesize perpage limit size count maxresults top take rows resultsperpage pagelimit itemsperpage max numresults maxitems batchsize",
);
const PAGES = nameSet("page pagenumber pagenum pageno pageindex currentpage p");
const OFFSETS = nameSet("offset skip start startat startindex pageoffset firstresult");
const CURSORS = nameSet(
  "cursor pagetoken nexttoken nextpagetoken nextcursor startingafter after continuationtoken continuation marker startcursor pagecursor pageafter nextmarker bookmark scrollid skiptoken nextpage next paginationtoken exclusivestartkey startkey page",
);

const isNumeric = ({ type }: Json) => type === undefined || type === "integer" || type === "number";

/** The paging of a list, by the names of its parameters and of the fields and headers of its response. */
export function pagingOf({ query, reply, headers, models }: ListShape): Paging {
  const named = (set: Set<string>, isFit: (schema: Json) => boolean = () => true) =>
    query.find(({ name, schema }) => set.has(plainName(name)) && isFit(schema));
  const size = named(SIZES, isNumeric);
  const page = named(PAGES, isNumeric);
  const offset = named(OFFSETS, isNumeric);
  const cursor = named(CURSORS, (schema) => !isNumeric(schema) || schema.type === undefined);
  const next = nextIn(reply, models) ?? nextHeader(headers);
  const names = new Map<string, string>(size ? [[size.name, "pageSize"]] : []);
  const none = { names, settings: sizeSettings(size?.schema), hooks: [], startsAtZero: undefined };
  if (cursor && (next !== undefined || !(page || offset))) {
    const byLastRow = next === undefined && hasMore(reply, models);
    if (next === undefined && !byLastRow) {
      const problem = `Its response names no next page. Set nextPageKey and let nextPage fill ${cursor.name}.`;
      return { ...none, ...(size && { problem }) };
    }
    names.set(cursor.name, "nextPage");
    return {
      ...none,
      settings: { ...none.settings, ...(next && { nextPageKey: next }) },
      hooks: byLastRow ? [LAST_ROW] : [],
    };
  }
  if (page && page !== size) {
    names.set(page.name, "page");
    const { minimum, default: standard } = page.schema;
    return { ...none, startsAtZero: minimum === 0 || standard === 0 };
  }
  if (offset) {
    names.set(offset.name, "offset");
    return none;
  }
  if (next !== undefined) return { ...none, settings: { ...none.settings, nextPageKey: next } };
  return none;
}

/** The bounds of the page size in the description. */
function sizeSettings(schema: Json | undefined): Json {
  const whole = (value: unknown) => (Number.isInteger(value) && Number(value) >= 1 ? Number(value) : undefined);
  const most = whole(schema?.maximum);
  const standard = whole(schema?.default);
  return { ...(most && { maxPageSize: most }), ...(standard && { defaultPageSize: standard }) };
}

const DEEPEST = 3;

/** The path of the field that names the next page. */
function nextIn(reply: unknown, models: Models, levels = DEEPEST, isAboutPages = false): string | undefined {
  const fields = levels === 0 ? undefined : models.fieldsOf(reply);
  if (!fields) return undefined;
  for (const [name, value] of fields.properties) {
    const plain = plainName(name);
    if (!(NEXT_FIELDS.has(plain) || (isAboutPages && NESTED_NEXT.has(plain)))) continue;
    const { type, properties } = models.open(value);
    if (type !== "object" && type !== "array" && type !== "boolean" && properties === undefined) return pathPart(name);
  }
  for (const [name, value] of fields.properties) {
    if (!PAGING_OBJECTS.has(plainName(name))) continue;
    const inner = nextIn(value, models, levels - 1, true);
    if (inner !== undefined) return `${pathPart(name)}.${inner}`;
  }
  return undefined;
}

function nextHeader(headers: Json): string | undefined {
  const names = Object.keys(headers);
  const link = names.find((name) => /^link$/i.test(name));
  const found = link ?? names.find((name) => NEXT_HEADERS.has(plainName(name)));
  return found && `header:${found}`;
}

const hasMore = (reply: unknown, models: Models): boolean =>
  [...(models.fieldsOf(reply)?.properties.keys() ?? [])].some((name) => plainName(name) === "hasmore");

/** The next page begins after the last row of this one. */
const LAST_ROW = {
  type: postRequest.type,
  mimeType: "application/javascript",
  isLegacy: false,
  body: `const rows = Object.values(response_body || {}).find(Array.isArray) || [];
const last = rows[rows.length - 1];
const more = Object.entries(response_body || {}).some(([name, value]) => /^has_?more$/i.test(name) && value === true);
done({ response_headers: { "elements-next-page-token": more && last && last.id !== undefined ? String(last.id) : "" } });
`,
};

const LIST_FIELDS = nameSet(
  "data items results records values value entries list rows elements content objects resources",
);

/** The field of a response with its list; undefined if the response is the list, or contains none. */
export function rootKeyOf(reply: unknown, path: string, models: Models): { key: string; schema: unknown } | undefined {
  const { type, items } = models.open(reply);
  if (type === "array" || items !== undefined) return undefined;
  const fields = models.fieldsOf(reply);
  if (!fields) return undefined;
  const lists = [...fields.properties].filter(([, value]) => isList(value, models));
  const last = plainName(
    path
      .split("/")
      .filter((word) => word !== "" && !word.startsWith("{"))
      .at(-1) ?? "",
  );
  const [found] =
    lists.length === 1
      ? lists
      : [lists.find(([name]) => plainName(name) === last) ?? lists.find(([name]) => LIST_FIELDS.has(plainName(name)))];
  if (found) return { key: pathPart(found[0]), schema: found[1] };
  for (const [name, value] of fields.properties) {
    if (!/^(?:data|result|response|_embedded)$/i.test(name)) continue;
    const inner = rootKeyOf(value, path, models);
    if (inner) return { key: `${pathPart(name)}.${inner.key}`, schema: inner.schema };
  }
  return undefined;
}

function isList(value: unknown, models: Models): boolean {
  const { type, items } = models.open(value);
  return (
    (type === "array" || items !== undefined) && !/^(?:string|integer)$/.test(textOf(models.open(items).type) ?? "")
  );
}

/** The query parameters among the parameters of an operation. */
export const queryOf = (parameters: readonly Json[], models: Models) =>
  parameters.flatMap((parameter) => {
    const name = textOf(parameter.name);
    if (parameter.in !== "query" || name === undefined) return [];
    return [{ name, schema: isObject(parameter.schema) ? models.open(parameter.schema) : parameter }];
  });
