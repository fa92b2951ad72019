import { parseDataPath, readAt } from "#server/element/data-path.ts";
import { acceptDifference, modelDifferences } from "#server/element/definition/model-differences.ts";
import { type Definitions, modelFromSamples } from "#server/element/definition/model-from-samples.ts";
import { nextPageInResponse } from "#server/element/pagination/next-page-in-response.ts";
import { nameSet, PAGING_OBJECTS, plainName } from "#server/element/pagination/next-page-names.ts";
import { offset } from "#server/element/pagination/offset.ts";
import { page } from "#server/element/pagination/page.ts";
import { query } from "#server/element/parameters/query.ts";
import { objectNameOf } from "#server/element/resource-path.ts";
import type { ElementDraft } from "../model/element-draft.ts";
import { withEntry } from "../model/entries.ts";
import type { Operation } from "../model/operations.ts";
import { insertAt, isRecord, listAt, setAt, textOf, valueAt } from "../model/paths.ts";
import { withPolledFields } from "../parts/events/polled-from-rows.ts";
import { hasSide, modelOf, newModelName, type Side, withModel } from "../parts/models/model-sides.ts";
import { listsIn } from "./lists-in.ts";

/** The result of a request: the provider's first response, and the caller's response and body. */
export type Seen = {
  headers: Readonly<Record<string, string>>;
  body: unknown;
  returned: unknown;
  sent?: unknown;
};

/** A setting that a response suggests: its kind, the values of its messages, and the draft with it. */
export type Suggestion = {
  kind: "rootKey" | "nextPage" | "nextToken" | "pages" | "offset" | "newModel" | "changedModel" | "polling";
  values: Record<string, string | number>;
  draft: ElementDraft;
};

const MOST_LISTS = 3;

/** The settings of an operation that a response suggests and the draft lacks, each with the changed draft. */
export function suggestionsFor(draft: ElementDraft, operation: Operation, seen: Seen): Suggestion[] {
  const isRead = operation.method === "GET";
  return [
    ...(isRead ? [...rootKeys(draft, operation, seen), ...paging(draft, operation, seen)] : []),
    ...model(draft, operation, { side: "request", sample: seen.sent }),
    ...(isWrapped(operation, seen) ? [] : model(draft, operation, { side: "response", sample: seen.returned })),
    ...(isRead ? polled(draft, operation, seen) : []),
  ];
}

/** A list that was returned with the provider's envelope: its root key is missing, or was set since. */
const isWrapped = ({ method, path }: Operation, { returned }: Seen): boolean =>
  method === "GET" && !path.endsWith("}") && !Array.isArray(returned) && listsIn(returned).length > 0;

function rootKeys(draft: ElementDraft, { at }: Operation, { body }: Seen): Suggestion[] {
  const place = ["resources", at, "rootKey"];
  if (Array.isArray(body) || textOf(valueAt(draft, place)) !== "") return [];
  return listsIn(body)
    .slice(0, MOST_LISTS)
    .map(({ rootKey, count }) => ({
      kind: "rootKey",
      values: { rootKey, count },
      draft: setAt(draft, place, rootKey),
    }));
}

function paging(draft: ElementDraft, { at, path }: Operation, { headers, body }: Seen): Suggestion[] {
  if (path.endsWith("}")) return [];
  const place = ["resources", at, "nextPageKey"];
  const known = textOf(valueAt(draft, place));
  const nextPageKey = nextPageInResponse(headers, body);
  if (nextPageKey === undefined) return known === "" ? counted(draft, at, body) : [];
  if (nextPageKey === known) return [];
  const next = setAt(draft, place, nextPageKey);
  const value = nextPageKey.startsWith("header:") ? undefined : readAt(body, parseDataPath(nextPageKey));
  const isLink = /^header:link$/i.test(nextPageKey) || /^(?:https?:\/)?\//.test(String(value ?? ""));
  const name = nextPageKey.split(/[.:]/).at(-1) ?? "";
  const parameter = requestName(name);
  if (isLink || parametersNamed(next, at, "nextPage").length > 0)
    return [{ kind: "nextPage", values: { nextPageKey }, draft: next }];
  const withParameter = withQuery(next, at, { name: "nextPage", vendorName: parameter });
  return [{ kind: "nextToken", values: { nextPageKey, parameter }, draft: withParameter }];
}

/** The parameter for a field of a response: `next_cursor` is for `cursor`; other names are the same. */
function requestName(name: string): string {
  const bare = name.replace(/^(?:x[-_])?next[-_]?(?=.)/i, "");
  return bare === name || plainName(bare) === "token" ? name : bare.charAt(0).toLowerCase() + bare.slice(1);
}

const OFFSETS = nameSet("offset skip start startat startindex");
const PAGES = nameSet("page currentpage pagenumber pageno pageindex");
/** The parameters of our API by which applications choose a page. */
const OURS = { byPage: "page", byOffset: "offset" };
const SIZES = nameSet("limit pagesize perpage size count itemsperpage top take");

/** Paging by numbers that the response repeats: `{ "offset": 0, "limit": 20 }`. */
function counted(draft: ElementDraft, at: number, body: unknown): Suggestion[] {
  for (const about of aboutPages(body)) {
    const numbers = Object.entries(about).filter(([, value]) => typeof value === "number");
    const named = (names: ReadonlySet<string>) => numbers.find(([name]) => names.has(plainName(name)));
    const [skipped, counting, size] = [named(OFFSETS), named(PAGES), named(SIZES)];
    const [position, type, name] = skipped ? [skipped, offset, OURS.byOffset] : [counting, page, OURS.byPage];
    if (!position) continue;
    const parameter = position[0].replace(/^current[-_]?(?=.)/i, "").replace(/^P/, "p");
    const paged = [
      (one: ElementDraft) => withPaging(one, type.type),
      (one: ElementDraft) => withQuery(one, at, { name, vendorName: parameter, others: Object.values(OURS) }),
      (one: ElementDraft) => (size ? withQuery(one, at, { name: "pageSize", vendorName: size[0] }) : one),
      (one: ElementDraft) => (type === page && position[1] === 0 ? withEntry(one, FIRST_PAGE, "0") : one),
    ].reduce((one, change) => change(one), draft);
    if (JSON.stringify(paged) === JSON.stringify(draft)) return [];
    return [{ kind: type === page ? "pages" : "offset", values: { parameter, size: size?.[0] ?? "" }, draft: paged }];
  }
  return [];
}

const FIRST_PAGE = "pagination.page.startindex";
const PAGING = "pagination.type";

/** The paging of all lists of the element. Without an entry they are paged by pages. */
function withPaging(draft: ElementDraft, type: string): ElementDraft {
  const entry = listAt(draft, ["configuration"]).find(({ key }) => key === PAGING);
  return (textOf(entry?.defaultValue) || page.type) === type ? draft : withEntry(draft, PAGING, type);
}

/** The objects of a response that may contain paging: the whole of it, and fields with such names. */
function aboutPages(body: unknown): Record<string, unknown>[] {
  if (!isRecord(body)) return [];
  const inner = Object.entries(body).flatMap(([name, value]) => (PAGING_OBJECTS.has(plainName(name)) ? [value] : []));
  return [...inner.filter(isRecord), body];
}

const parametersNamed = (draft: ElementDraft, at: number, ...names: string[]) =>
  listAt(draft, ["resources", at, "parameters"]).flatMap(({ name, source }, position) =>
    source !== "response" && names.includes(textOf(name)) ? [position] : [],
  );

type Query = { name: string; vendorName: string; others?: string[] };

/** The draft with a query parameter for paging. If it is sent under its own name, it gets the provider's. */
function withQuery(draft: ElementDraft, at: number, { name, vendorName, others = [] }: Query): ElementDraft {
  const list = ["resources", at, "parameters"];
  const [position] = parametersNamed(draft, at, name, ...others);
  if (position === undefined) {
    const { type } = query;
    return insertAt(draft, list, {
      name,
      vendorName,
      type,
      vendorType: type,
      dataType: "string",
      vendorDataType: "string",
    });
  }
  const known = listAt(draft, list)[position];
  const isPlain = textOf(known?.vendorName) === textOf(known?.name) && known?.vendorType === query.type;
  return isPlain ? setAt(draft, [...list, position, "vendorName"], vendorName) : draft;
}

function model(
  draft: ElementDraft,
  operation: Operation,
  { side, sample }: { side: Side; sample: unknown },
): Suggestion[] {
  if (!isStructured(sample) || !hasSide(draft, operation, side)) return [];
  const { at } = operation;
  const known = modelOf(draft, at, side);
  const root = known?.root ?? newModelName(draft, operation, side);
  const detected: Definitions = modelFromSamples(root, [sample], {
    hasPresence: true,
    known: known?.definitions ?? {},
  });
  const keep = (definitions: Definitions) => withModel(draft, at, side, { root, definitions });
  if (!known) return [{ kind: "newModel", values: { root, side }, draft: keep(detected) }];
  // A single response does not show that a field never occurs.
  const differences = modelDifferences(known.definitions, detected).filter(({ what }) => what === "added");
  if (differences.length === 0) return [];
  const definitions = differences.reduce<Definitions>(
    (present, difference) => acceptDifference(present, detected, difference),
    known.definitions,
  );
  return [{ kind: "changedModel", values: { root, side, count: differences.length }, draft: keep(definitions) }];
}

/** An empty list shows nothing of its rows. */
const isStructured = (sample: unknown): boolean =>
  typeof sample === "object" && sample !== null && Object.keys(sample).length > 0;

function polled(draft: ElementDraft, { path }: Operation, { returned }: Seen): Suggestion[] {
  if (!Array.isArray(returned) || path.includes("{")) return [];
  const name = objectNameOf(path);
  const found = withPolledFields(draft, { name, path, rows: returned.filter(isRecord) });
  if (!found) return [];
  const { idField, updated, created } = found.fields;
  const dates = [updated?.field, created?.field].filter((field) => field !== undefined);
  return [{ kind: "polling", values: { name, fields: [idField, ...dates].join(", ") }, draft: found.draft }];
}
