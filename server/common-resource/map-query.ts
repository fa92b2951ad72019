import { isRecord } from "#server/element/bare-record.ts";
import type { HubRequest } from "#server/element/hub-request.ts";
import { pagingParameter } from "#server/element/pagination/paging.ts";
import type { ElementPorts } from "#server/element/ports.ts";
import { columnText, parseOrderBy } from "#server/element/query/order-by.ts";
import { parseFields } from "#server/element/query/select-fields.ts";
import { type Comparison, comparisonsOf, parseWhere, type Where } from "#server/element/query/where.ts";
import { whereText } from "#server/element/query/where-text.ts";
import { Failure } from "#server/errors.ts";
import type { CommonResource } from "./compile.ts";
import { parseFieldPath } from "./field-path.ts";
import { runScript } from "./script.ts";

type Around = { hook: ElementPorts["hook"]; signal: AbortSignal };

/**
 * The query of a call in the provider's words. `fields` are sent to the provider only where every one of them is mapped
 * and no script could need others; `fields` of the result are those to select of ours. Names that are not mapped stay.
 */
export async function mapQuery(
  resource: CommonResource,
  query: HubRequest["query"],
  around: Around,
): Promise<{ query: HubRequest["query"]; fields: string[] | undefined }> {
  const [where, orderBy, fields] = ["where", "orderBy", "fields"].map((name) => pagingParameter(query, name));
  const mapped = { ...query };
  if (where !== undefined) {
    const left = await mapWhere(resource, parseWhere(where), around);
    if (left) mapped.where = whereText(left);
    else delete mapped.where;
  }
  if (orderBy !== undefined) mapped.orderBy = mapOrder(resource, orderBy);
  if (fields === undefined) return { query: mapped, fields: undefined };
  const names = parseFields(fields);
  const wanted = names.map((name) => resource.columns.get(name)?.vendorPath);
  if (resource.fromVendor.scripts.length === 0 && wanted.every((path) => path !== undefined))
    mapped.fields = [...new Set(wanted)].join(",");
  else delete mapped.fields;
  return { query: mapped, fields: names };
}

const mapOrder = ({ columns }: CommonResource, text: string): string =>
  parseOrderBy(text)
    .map(({ field, descending }) => columnText(columns.get(field)?.vendorPath ?? field) + (descending ? " desc" : ""))
    .join(", ");

async function mapWhere(resource: CommonResource, where: Where, around: Around): Promise<Where | undefined> {
  const mapped = eachComparison(where, (one) => mapComparison(resource, one));
  const { scripts } = resource.toVendor;
  return resource.runsOnWhere && scripts.length > 0 ? withScripts(resource, mapped, around) : mapped;
}

function eachComparison(where: Where, change: (comparison: Comparison) => Comparison): Where {
  if ("attribute" in where) return change(where);
  return "all" in where
    ? { all: where.all.map((part) => eachComparison(part, change)) }
    : { any: where.any.map((part) => eachComparison(part, change)) };
}

function mapComparison(
  { columns, runsOnWhere }: CommonResource,
  { attribute, operator, value }: Comparison,
): Comparison {
  const column = columns.get(attribute);
  if (!column) return { attribute, operator, value };
  if (!runsOnWhere && parseFieldPath(column.vendorPath).some((part) => "filter" in part))
    throw new Failure(
      "badRequest",
      `where: ${attribute} cannot be compared, since the provider's field ${column.vendorPath} is an entry of a list. Remove the condition.`,
    );
  const converted = operator === "LIKE" || value === null ? value : asLiteral(column.convert(value), value);
  return { attribute: column.vendorPath, operator, value: converted };
}

/** A condition compares with texts, numbers and booleans only. */
const asLiteral = (converted: unknown, before: Comparison["value"]): Comparison["value"] =>
  Array.isArray(converted)
    ? converted.map((one) => asLiteral(one, String(one)) as string)
    : ["string", "number", "boolean"].includes(typeof converted)
      ? (converted as string)
      : before;

/**
 * The script receives the conditions as a list, in the provider's terms, and may change each of them; of a `where`
 * without OR it may add or remove some. Undefined if none is left.
 */
async function withScripts(
  resource: CommonResource,
  where: Where,
  { hook, signal }: Around,
): Promise<Where | undefined> {
  let conditions: unknown = comparisonsOf(where).map((one) => ({ ...one }));
  for (const script of resource.toVendor.scripts) {
    const pair = [{ where: conditions }, { where: conditions }] as const;
    const run = { name: resource.name, direction: "toVendor", isWhere: true, hook, signal } as const;
    const [result] = await runScript(script, [pair], run);
    conditions = (result as { where?: unknown } | undefined)?.where ?? conditions;
  }
  const before = comparisonsOf(where);
  if (!Array.isArray(conditions)) throw scriptFault(resource, "made no list of conditions");
  const after = conditions.map((one, at) => asCondition(resource, one, before[at]));
  if (after.length === before.length) {
    let at = 0;
    return eachComparison(where, () => after[at++] as Comparison);
  }
  if (hasAny(where)) throw scriptFault(resource, "may change the number of conditions only without OR");
  return after.length > 1 ? { all: after } : after[0];
}

/** A condition of a script, which keeps the parts of the one before that it does not have. It is parsed like the caller's. */
function asCondition(resource: CommonResource, given: unknown, before: Comparison | undefined): Comparison {
  const { attribute, operator, value } = { ...before, ...(isRecord(given) ? given : undefined) } as Partial<Comparison>;
  try {
    if (attribute === undefined || operator === undefined) throw new Error("It names no attribute or operator.");
    const condition = { attribute: String(attribute), operator, value: value ?? null } as Comparison;
    return parseWhere(whereText(condition)) as Comparison;
  } catch (cause) {
    throw scriptFault(resource, "made a condition that cannot be read", cause);
  }
}

const scriptFault = ({ name }: CommonResource, what: string, cause?: unknown) =>
  new Failure("serverError", `The script of the common resource ${name} ${what}.`, { cause });

const hasAny = (where: Where): boolean => "any" in where || ("all" in where && where.all.some(hasAny));
