import { copiedPath } from "#server/element/definition/copied-path.ts";
import { defaultParameters } from "#server/element/parameters/default-parameters.ts";
import { objectNameOf, withoutHub } from "#server/element/resource-path.ts";
import type { Resource } from "#server/element/shape.ts";
import type { ElementDraft } from "../../model/element-draft.ts";
import { blankOperation, operationsOf } from "../../model/operations.ts";
import { isRecord, listAt, setAt, textOf } from "../../model/paths.ts";

/** An author's description of a resource, from which its operations follow (spec §2.9). */
export type NewResource = {
  name: string;
  vendorName: string;
  /** The path of its parent resource, such as `/users`; empty for none. */
  parent: string;
  primaryKey: string;
  createdKey: string;
  updatedKey: string;
  kinds: readonly OperationKind[];
};

/** The operations that a resource usually has. */
export const OPERATION_KINDS = {
  list: { method: "GET", isOfOne: false },
  read: { method: "GET", isOfOne: true },
  create: { method: "POST", isOfOne: false },
  update: { method: "PATCH", isOfOne: true },
  replace: { method: "PUT", isOfOne: true },
  remove: { method: "DELETE", isOfOne: true },
} as const satisfies Record<string, { method: Resource["method"]; isOfOne: boolean }>;

export type OperationKind = keyof typeof OPERATION_KINDS;
export const KIND_NAMES = Object.keys(OPERATION_KINDS) as OperationKind[];

/** The paths of lists, which another resource can belong to. */
export const parentsIn = (draft: ElementDraft): string[] => [
  ...new Set(
    operationsOf(draft)
      .map(({ path }) => path.replace(/\/\{[^{}]*\}\/?$/, ""))
      .filter((path) => path !== ""),
  ),
];

/** The described resources, without those that the draft already has. */
export function newOperations(draft: ElementDraft, described: NewResource): Record<string, unknown>[] {
  const known = operationsOf(draft);
  const name = bare(described.name);
  const vendorName = bare(described.vendorName) || name;
  const above = described.parent === "" ? null : parentOf(draft, described.parent);
  const list = above ? `${above.path}/${name}` : `/${name}`;
  const providerList = above ? `${above.vendorPath}/${vendorName}` : joined(baseUrlOf(draft), vendorName);
  const id = above ? `${singular(name)}Id` : "id";
  return described.kinds
    .map((kind) => OPERATION_KINDS[kind])
    .map(({ method, isOfOne }) => ({
      method,
      path: isOfOne ? `${list}/{${id}}` : list,
      vendorPath: isOfOne ? `${providerList}/{${id}}` : providerList,
      vendorMethod: method,
    }))
    .filter(({ method, path }) => !known.some((one) => one.method === method && one.path === path))
    .map((operation) => ({ ...operation, parameters: defaultParameters(operation) }));
}

/** The draft with the resource and its object. */
export function withNewResource(draft: ElementDraft, described: NewResource): ElementDraft {
  const resources = [...listAt(draft, ["resources"]), ...newOperations(draft, described)];
  const name = objectNameOf(`${described.parent}/${bare(described.name)}`);
  const objects = listAt(draft, ["objects"]);
  const at = objects.findIndex((object) => object.name === name);
  const keys = {
    primaryKeyName: described.primaryKey,
    createdDateName: described.createdKey,
    updatedDateName: described.updatedKey,
  };
  const given = Object.fromEntries(Object.entries(keys).filter(([, key]) => key !== ""));
  const object = { name, vendorName: bare(described.vendorName) || bare(described.name), ...objects[at], ...given };
  return setAt({ ...draft, resources }, ["objects", at < 0 ? objects.length : at], object);
}

/** A row of the parent: the filter by which its own operations find it, or its id. */
function parentOf(draft: ElementDraft, parent: string): { path: string; vendorPath: string } {
  const operations = operationsOf(draft);
  const one = operations.find(
    ({ path }) => path.startsWith(`${parent}/{`) && /^\/\{[^{}/]+\}$/.test(path.slice(parent.length)),
  );
  if (one) return { path: one.path, vendorPath: one.vendorPath.replace(/\?.*$/s, "") };
  const list = operations.find(({ path }) => path === parent);
  return { path: `${parent}/{id}`, vendorPath: `${list?.vendorPath ?? parent}/{id}` };
}

const baseUrlOf = (draft: ElementDraft): string =>
  textOf(listAt(draft, ["configuration"]).find(({ key }) => key === "base.url")?.defaultValue);

/** A path that follows the base URL with exactly one slash between them (spec §2.9). */
const joined = (baseUrl: string, name: string): string => (baseUrl.endsWith("/") ? name : `/${name}`);

const bare = (name: string): string => withoutHub(name.trim()).replace(/^\/+|\/+$/g, "");

const singular = (name: string): string => {
  const word = name.split("/").at(-1) ?? name;
  return word.replace(/ies$/, "y").replace(/(?<=[^s])s$/, "") || word;
};

/** A copy of the operation at a position; its path is a new one. */
export function copyOf(draft: ElementDraft, at: number): Record<string, unknown> {
  const resource: Record<string, unknown> = listAt(draft, ["resources"])[at] ?? blankOperation;
  const { id: _, operationId: __, ...original } = resource;
  const taken = new Set(operationsOf(draft).map(({ address }) => address));
  const method = (textOf(original.method) || "GET").toUpperCase() as Resource["method"];
  return withoutIds({ ...original, path: copiedPath({ method, path: textOf(original.path) }, taken) });
}

/** Parts of a copy are separate parts. */
const withoutIds = (resource: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(resource).map(([name, value]) => [
      name,
      (name === "parameters" || name === "hooks") && Array.isArray(value)
        ? value.map((part) => (isRecord(part) ? setAt(part, ["id"], undefined) : part))
        : value,
    ]),
  );
