import type { Context } from "#server/context.ts";
import { readableOperation } from "#server/element/docs/readable-operation.ts";
import { addressOf, withoutHub } from "#server/element/resource-path.ts";
import { RESOURCE_TYPES } from "#server/element/resource-types/registry.ts";
import { type PageRequest, pageByPosition } from "#server/page.ts";
import { foldedText } from "#server/search-text.ts";
import { mayChange } from "../account/require-role.ts";
import { findElement, isOwn } from "./find-element.ts";
import { factsOf, presentObject, presentResource, wholeOf } from "./present-element.ts";
import { readDocs } from "./read-docs.ts";
import { summariesOf } from "./summarize-elements.ts";

/** The facts about an element for its page; refuses notFound. */
export async function describeElement(ctx: Context, keyOrId: string) {
  const record = await findElement(ctx, keyOrId);
  const whole = wholeOf(record);
  const [summary] = await summariesOf(ctx, [record]);
  if (!summary) throw new Error("The summary of an element is missing.");
  return {
    ...summary,
    version: record.version,
    authentication: whole.authentication.type,
    baseUrl: whole.configuration.find(({ key }) => key === "base.url")?.defaultValue ?? "",
    extended: factsOf(record).extended,
    mayChange: isOwn(ctx.caller, record) && mayChange(ctx),
    mayClone: mayChange(ctx) && (!record.isCatalog || whole.cloneable),
    resources: whole.resources.length,
    objects: whole.objects.length,
  };
}

type Part = { keyOrId: string; search?: string | undefined; page: PageRequest };

/** The resources of an element with the purpose of each type, by path. */
export async function describeResources(ctx: Context, { keyOrId, search = "", page }: Part) {
  const record = await findElement(ctx, keyOrId);
  const rows = wholeOf(record)
    .resources.filter(({ method, path, vendorPath, description = "" }) =>
      includes(search, method, withoutHub(path), vendorPath, description),
    )
    .toSorted((one, other) => byText(pathFirst(one), pathFirst(other)))
    .map((resource) => {
      const { id, method, path, description, vendorMethod, vendorPath, type, ownerAccountId } = presentResource(
        record,
        resource,
      );
      const { isCallable = false } = RESOURCE_TYPES[type];
      return {
        ...{ id, method, description, vendorPath },
        path: withoutHub(path),
        vendorMethod: vendorMethod ?? method,
        type: { name: type, isCallable },
        isAddition: record.isCatalog && ownerAccountId !== record.accountId,
      };
    });
  return pageByPosition(rows, page);
}

const pathFirst = (resource: Parameters<typeof addressOf>[0]): string => {
  const [method, path] = addressOf(resource).split(" ");
  return `${path} ${method}`;
};

/** The objects of an element with their fields, by name. */
export async function describeObjects(ctx: Context, { keyOrId, search = "", page }: Part) {
  const record = await findElement(ctx, keyOrId);
  const rows = wholeOf(record)
    .objects.filter(({ name, vendorName = "", fields }) =>
      includes(search, name, vendorName, ...fields.map((field) => field.name)),
    )
    .toSorted((one, other) => byText(one.name, other.name))
    .map((object) => {
      const { id, name, vendorName, primaryKeyName, fields } = presentObject(record, object);
      return {
        ...{ id, name, vendorName, primaryKeyName },
        fields: fields.map(({ name, displayName, type, primaryKey }) => ({
          ...{ name, displayName, type },
          isKey: primaryKey === true || name === primaryKeyName,
        })),
      };
    });
  return pageByPosition(rows, page);
}

/** The documented operations of an element, in the order of its documentation. */
export async function describeOperations(ctx: Context, { keyOrId, search = "", page }: Part) {
  const { paths } = await docsOf(ctx, keyOrId);
  const rows = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { operationId, summary, tags }]) => ({
      ...{ operationId, path },
      method: method.toUpperCase(),
      summary: String(summary ?? ""),
      tag: Array.isArray(tags) ? String(tags[0]) : "",
    })),
  );
  return pageByPosition(
    rows.filter(({ method, path, summary }) => includes(search, method, path, summary)),
    page,
  );
}

/** One operation as its documentation describes it, with the models that it refers to; refuses notFound. */
export async function describeOperation(
  ctx: Context,
  { keyOrId, operationId }: { keyOrId: string; operationId: string },
) {
  const { paths, definitions } = await docsOf(ctx, keyOrId, operationId);
  const [path = "", operations = {}] = Object.entries(paths)[0] ?? [];
  const [method = "", operation] = Object.entries(operations)[0] ?? [];
  if (!operation) throw new Error("A documented operation is missing.");
  return { path, method: method.toUpperCase(), ...readableOperation(operation, definitions) };
}

const docsOf = (ctx: Context, keyOrId: string, operationId?: string) =>
  readDocs(ctx, { keyOrId, operationId, publicUrl: ctx.env.PUBLIC_URL });

const includes = (search: string, ...texts: string[]): boolean =>
  foldedText(texts.join(" ")).includes(foldedText(search));

const byText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
