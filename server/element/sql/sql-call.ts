import { Failure } from "../../errors.ts";
import { bareRecord, isRecord } from "../bare-record.ts";
import { type Incoming, queryValue } from "../incoming.ts";
import type { Configuration, ElementPorts, ProviderResponse } from "../ports.ts";
import type { ProviderRequestDraft } from "../provider/provider-request-draft.ts";
import { parseOrderBy } from "../query/order-by.ts";
import { quoteColumn, sqlCondition } from "./sql-where.ts";

/** The maximum number of rows of a page. */
const MOST_ROWS = 50;

type Making = { call: ProviderRequestDraft; incoming: Incoming; configuration: Configuration };

/**
 * One statement of an element with `protocolType: "jdbc"`: `vendorPath` is SQL, in which `:name` is a value to bind,
 * `{where}` the condition and `{orderBy}` the order; any other `{name}` is a quoted name. A hook may change it as
 * `request_vendor_path`. SELECT returns rows, other statements `{count}`.
 */
export async function performSql(
  { call, incoming, configuration }: Making,
  ports: Pick<ElementPorts, "sql">,
  signal: AbortSignal,
): Promise<ProviderResponse> {
  const values = bareRecord<unknown>();
  for (const [name, value] of Object.entries({ ...incoming.pathVariables, ...call.pathValues, ...call.query }))
    if (name !== "namedParameters") values[name] = value;
  if (isRecord(call.body)) Object.assign(values, call.body);
  const text = fillSql({ call, incoming, configuration, values });
  const query = {
    url: sqlUrl(configuration, call),
    user: configuration.username ?? "",
    password: configuration.password ?? "",
    text,
    values: usedIn(text, values),
    maxRows: Math.min(Number(incoming.paging.pageSize ?? MOST_ROWS), MOST_ROWS),
  };
  const reply = await ports.sql(query, signal);
  return { code: 200, headers: {}, body: "rows" in reply ? reply.rows : { count: reply.count } };
}

const TOKEN = /\{([\w.-]+)\}/g;

function fillSql(making: Making & { values: Record<string, unknown> }): string {
  const template = making.call.path;
  return template.replaceAll(TOKEN, (_, name: string, at: number) => {
    const before = template.slice(0, at);
    if (name === "where") return whereClause(making, before);
    if (name === "orderBy") return orderClause(making.incoming, before);
    const value = making.call.pathValues[name] ?? making.incoming.pathVariables[name] ?? making.incoming.paging[name];
    if (value === undefined) throw new Failure("badRequest", `${name}: is required because the statement uses it.`);
    return /^\d{1,15}$/.test(value) ? value : quoteColumn(value);
  });
}

function whereClause(
  { incoming: { where }, values }: { incoming: Incoming; values: Record<string, unknown> },
  before: string,
) {
  const hasWord = /\b(?:where|and)\s*\(?\s*$/i.test(before);
  if (!where) return hasWord ? "1 = 1" : "";
  const condition = sqlCondition(where.parsed, values);
  return hasWord ? `(${condition})` : `where ${condition}`;
}

function orderClause(incoming: Incoming, before: string): string {
  const text = queryValue(incoming, "orderBy");
  const hasWord = /\border\s+by\s*$/i.test(before);
  if (typeof text !== "string" || text.trim() === "") return hasWord ? "1" : "";
  const order = parseOrderBy(text).map(({ field, descending }) => `${quoteColumn(field)}${descending ? " desc" : ""}`);
  return hasWord ? order.join(", ") : `order by ${order.join(", ")}`;
}

/** Binds only the values that the statement names. `::type` is no name. */
function usedIn(text: string, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const used = bareRecord<unknown>();
  for (const [, name = ""] of text.matchAll(/(?<![:\w]):([A-Za-z_]\w*)/g))
    if (Object.hasOwn(values, name)) used[name] = values[name];
    else used[name] = null;
  return used;
}

const PART = /^[A-Za-z0-9_.-]{1,255}$/;

/** `jdbc:<driver>://{db.host};databaseName={db.name}`, filled with plain names only. */
function sqlUrl(configuration: Configuration, { pathValues }: ProviderRequestDraft): string {
  return (configuration["base.url"] ?? "").replaceAll(TOKEN, (_, name: string) => {
    const value = pathValues[name] ?? configuration[name] ?? "";
    const [host = "", port = "1"] = value.split(":");
    if (PART.test(host) && /^\d{1,5}$/.test(port) && value.split(":").length < 3) return value;
    throw new Failure("badRequest", `${name}: must be a name of letters, digits, dots, hyphens and underscores.`);
  });
}
