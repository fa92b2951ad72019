import { pathPart } from "#server/element/data-path.ts";
import { polling } from "#server/element/event-kinds/polling.ts";
import { plainName } from "#server/element/pagination/next-page-names.ts";
import { recognizeFormat } from "../../fields/read-date.ts";
import type { ElementDraft } from "../../model/element-draft.ts";
import { insertAt, isRecord, listAt, setAt, textOf, valueAt } from "../../model/paths.ts";
import { fieldNamed } from "./polled-fields.ts";
import { countPolled, POLLED_RESOURCES, unreadablePolling } from "./polled-resources.ts";

type Row = Readonly<Record<string, unknown>>;

/** The fields of rows that a poller needs, by their paths. */
export type PolledFields = {
  idField: string;
  updated?: { field: string; format: string };
  created?: { field: string; format: string };
};

const DEEPEST = 2;

/** The identifying fields and dates of a list's rows; undefined if nothing identifies a row. */
export function polledFieldsOf(rows: readonly Row[]): PolledFields | undefined {
  const [first] = rows;
  if (!first) return undefined;
  const fields = fieldsOf(first, DEEPEST);
  const isUnique = (path: readonly string[]) => {
    const values = rows.map((row) => valueAt(row, path));
    return (
      values.every((value) => typeof value === "string" || typeof value === "number") &&
      new Set(values).size === rows.length
    );
  };
  const named = fields.map((path) => ({ path, name: path.at(-1) ?? "" }));
  const id =
    named.find(({ path, name }) => fieldNamed.id(name) && isUnique(path)) ??
    named.find(({ path, name }) => /(?:id|number|key)$/.test(plainName(name)) && isUnique(path));
  if (!id) return undefined;
  const dateNamed = (which: "updated" | "created") => {
    for (const { path, name } of named) {
      const sample = rows.map((row) => valueAt(row, path)).find((value) => value !== null && value !== undefined);
      const format = fieldNamed[which](name) && isDateLike(sample) ? recognizeFormat(String(sample)) : undefined;
      if (format !== undefined) return { field: written(path), format };
    }
    return undefined;
  };
  const [updated, created] = [dateNamed("updated"), dateNamed("created")];
  return { idField: written(id.path), ...(updated && { updated }), ...(created && { created }) };
}

/**
 * The draft with what the rows of an operation say about polling it: the id and the dates that its entry lacks, or a new
 * entry if the element polls. Undefined if nothing changes.
 */
export function withPolledFields(
  draft: ElementDraft,
  { name, path, rows }: { name: string; path: string; rows: readonly Row[] },
): { draft: ElementDraft; fields: PolledFields } | undefined {
  if (unreadablePolling(draft) !== undefined) return undefined;
  const fields = polledFieldsOf(rows);
  if (!fields) return undefined;
  const polled = POLLED_RESOURCES.read(draft);
  const list = listAt(polled, ["resources"]);
  const at = list.findIndex(({ resource, url }) => resource === name || pathOf(textOf(url)) === path);
  if (at < 0 && !polls(draft)) return undefined;
  const before: Row = list[at] ?? { resource: name, url: path };
  const isThere = textOf(before.idField) !== "" && rows.some((row) => hasField(row, textOf(before.idField)));
  const dates = isRecord(before.datesConfiguration) ? before.datesConfiguration : {};
  const datesNow = { ...datesIn("updated", fields.updated), ...datesIn("created", fields.created) };
  const datesConfiguration = {
    ...dates,
    ...(textOf(dates.updatedDateField) === "" && datesIn("updated", fields.updated)),
    ...(textOf(dates.createdDateField) === "" && datesIn("created", fields.created)),
  };
  const after = {
    ...before,
    ...(!isThere && { idField: fields.idField }),
    ...(Object.keys(datesNow).length > 0 && { datesConfiguration }),
  };
  if (JSON.stringify(after) === JSON.stringify(before)) return undefined;
  const next = at < 0 ? insertAt(polled, ["resources"], after) : setAt(polled, ["resources", at], after);
  return { draft: POLLED_RESOURCES.write(draft, next), fields };
}

const polls = (draft: ElementDraft): boolean =>
  countPolled(draft) > 0 ||
  listAt(draft, ["configuration"]).some(
    ({ key, defaultValue }) => key === "event.vendor.type" && defaultValue === polling.type,
  );

const datesIn = (which: "updated" | "created", date: { field: string; format: string } | undefined) =>
  date && { [`${which}DateField`]: date.field, [`${which}DateFormat`]: date.format };

/** The path of a poll without its hub and query. */
const pathOf = (url: string): string => (url.split(/[?$]/, 1)[0] ?? "").replace(/^\/hubs\/[^/]+/, "");

const hasField = (row: Row, written_: string): boolean => valueAt(row, written_.split(".")) !== undefined;

function fieldsOf(row: Row, levels: number, before: readonly string[] = []): string[][] {
  return Object.entries(row).flatMap(([name, value]) =>
    isRecord(value) && levels > 1 ? fieldsOf(value, levels - 1, [...before, name]) : [[...before, name]],
  );
}

const written = (path: readonly string[]): string => path.map(pathPart).join(".");

const isDateLike = (value: unknown): value is string | number => typeof value === "string" || typeof value === "number";
