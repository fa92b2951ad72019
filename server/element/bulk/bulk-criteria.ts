import { Failure } from "../../errors.ts";
import { compileDatePattern } from "../polling/date-pattern.ts";
import type { Configuration } from "../ports.ts";
import { columnText } from "../query/order-by.ts";
import { parseSelect } from "../query/select.ts";
import { parseFields } from "../query/select-fields.ts";
import { COMPARISONS, parseWhere } from "../query/where.ts";
import type { Element, ElementObject } from "../shape.ts";

/** The selection of the rows of a download; without `fields`, all fields. */
export type BulkCriteria = {
  where?: string;
  fields?: string[];
  orderBy?: string;
  limit?: number;
  offset?: number;
};

/** The request for a download: a select, or its parts. Dates are ISO 8601. */
export type BulkQuery = {
  q?: string | undefined;
  objectName?: string | undefined;
  where?: string | undefined;
  fields?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  lastRunDate?: string | undefined;
};

type Read = { element: Pick<Element, "objects">; configuration: Configuration };

/**
 * The object and the rows of it that a download reads. Refuses (badRequest) an unreadable select, condition or date,
 * and a period for an object that has no date to compare.
 */
export function readBulkQuery(query: BulkQuery, read: Read): { objectName: string; criteria: BulkCriteria } {
  const { objectName, criteria } = query.q === undefined ? partsOf(query) : selectOf(query.q);
  const period = periodOf(query, objectName, read);
  const { where } = criteria;
  const conditions = [...(where === undefined ? [] : [where]), ...period];
  const joined = conditions.length > 1 ? conditions.map((text) => `(${text})`).join(" and ") : conditions[0];
  return { objectName, criteria: { ...criteria, ...(joined !== undefined && { where: joined }) } };
}

function selectOf(q: string) {
  const { from, whereText, fields, orderBy, limit, offset } = parseSelect(q);
  const order = orderBy.map(({ field, descending }) => columnText(field) + (descending ? " desc" : "")).join(", ");
  const criteria: BulkCriteria = {
    ...(whereText !== undefined && { where: whereText }),
    ...(fields !== "all" && { fields }),
    ...(order !== "" && { orderBy: order }),
    ...(limit !== undefined && { limit }),
    ...(offset !== undefined && { offset }),
  };
  return { objectName: from, criteria };
}

function partsOf({ objectName, where, fields }: BulkQuery) {
  if (!objectName)
    throw new Failure("badRequest", "q: the query parameter is required, such as q=select * from contacts.");
  if (where !== undefined) parseWhere(where);
  const criteria: BulkCriteria = {
    ...(where !== undefined && { where }),
    ...(fields !== undefined && { fields: parseFields(fields) }),
  };
  return { objectName, criteria };
}

/** The object of this name; loose, as older definitions have unknown fields. */
export const bulkObjectOf = (
  { objects }: Pick<Element, "objects">,
  name: string,
): (ElementObject & Record<string, unknown>) | undefined => objects.find((object) => object.name === name);

function periodOf({ from, to, lastRunDate }: BulkQuery, objectName: string, { element, configuration }: Read) {
  const since = from ?? lastRunDate;
  if (since === undefined && to === undefined) return [];
  const object: Record<string, unknown> = bulkObjectOf(element, objectName) ?? {};
  const name = textOf(object.queryDateName) ?? configuration["bulk.query.field_name"];
  if (!name)
    throw new Failure(
      "badRequest",
      `${from === undefined ? (to === undefined ? "lastRunDate" : "to") : "from"}: ${objectName} has no date to compare. Set queryDateName of the object, or bulk.query.field_name.`,
    );
  const operator = (textOf(object.queryDateOperator) ?? configuration["bulk.query.operator"]) || ">=";
  if (!COMPARISONS.some((known) => known === operator))
    throw new Failure("badRequest", `queryDateOperator: must be one of ${COMPARISONS.join(", ")}.`);
  const mask = (textOf(object.queryDateFormat) ?? configuration["bulk.query.date_mask"]) || ISO;
  const pattern = compileDatePattern(mask);
  const condition = (sign: string, parameter: string, date: string) =>
    `${columnText(name)} ${sign} '${pattern.write(momentOf(date, parameter)).replaceAll("'", "''")}'`;
  return [
    ...(since === undefined ? [] : [condition(operator, from === undefined ? "lastRunDate" : "from", since)]),
    ...(to === undefined ? [] : [condition("<=", "to", to)]),
  ];
}

const ISO = "yyyy-MM-dd'T'HH:mm:ssXXX";
const iso = compileDatePattern(ISO);

function momentOf(text: string, parameter: string): number {
  const moment = iso.read(text);
  if (!moment) throw new Failure("badRequest", `${parameter}: must be an ISO 8601 date, such as 2026-05-24T18:31:01Z.`);
  return moment.from;
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);
