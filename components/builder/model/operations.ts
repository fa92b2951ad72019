import { addressOf, objectNameOf, withoutHub } from "#server/element/resource-path.ts";
import {
  DEFAULT_RESOURCE_TYPE,
  isCallable,
  isDocumented,
  RESOURCE_TYPES,
  type ResourceTypeName,
} from "#server/element/resource-types/registry.ts";
import { METHODS } from "#server/element/shape.ts";
import { foldedText } from "#server/search-text.ts";
import type { ElementDraft } from "./element-draft.ts";
import { isRecord, listAt, textOf, valueAt } from "./paths.ts";

/** A feature of an operation besides its request, in the list of operations. */
export type Mark = "chained" | "hooked" | "unpaged" | "undocumented";

/** A resource of the draft, as the screens show it. */
export type Operation = {
  /** Its position in the draft. */
  at: number;
  method: string;
  /** Without its hub. */
  path: string;
  vendorMethod: string;
  vendorPath: string;
  type: ResourceTypeName;
  /** Identifies requests to it: method and path, whatever the names of its variables. */
  address: string;
  marks: readonly Mark[];
};

type Item = Readonly<Record<string, unknown>>;

const MARKS: Readonly<Record<Mark, (item: Item, type: ResourceTypeName) => boolean>> = {
  chained: ({ nextResource }) => textOf(nextResource) !== "",
  hooked: ({ hooks }) => Array.isArray(hooks) && hooks.length > 0,
  unpaged: ({ paginationType }) => textOf(paginationType) === "VENDOR_NOT_SUPPORTED",
  undocumented: (_, type) => isCallable({ type }) && !isDocumented({ type }),
};
const MARK_NAMES = Object.keys(MARKS) as Mark[];

/** The type of a resource of the draft; unknown types count as the default. */
export const typeOf = (item: Item): ResourceTypeName => {
  const name = textOf(item.type);
  return Object.hasOwn(RESOURCE_TYPES, name) ? (name as ResourceTypeName) : DEFAULT_RESOURCE_TYPE.type;
};

const known = new WeakMap<Item, Operation>();

function operationOf(item: Item, at: number): Operation {
  const same = known.get(item);
  if (same?.at === at) return same;
  const type = typeOf(item);
  const method = (textOf(item.method) || "GET").toUpperCase();
  const path = withoutHub(textOf(item.path));
  const created = {
    at,
    method,
    path,
    vendorMethod: textOf(item.vendorMethod) || method,
    vendorPath: textOf(item.vendorPath),
    type,
    address: addressIn({ method, path }),
    marks: MARK_NAMES.filter((mark) => MARKS[mark](item, type)),
  };
  known.set(item, created);
  return created;
}

/** The operations of a draft, in its order; unchanged ones are the same objects. */
export function operationsOf(draft: ElementDraft): Operation[] {
  const resources = valueAt(draft, ["resources"]);
  return Array.isArray(resources)
    ? resources.flatMap((item, at) => (isRecord(item) ? [operationOf(item, at)] : []))
    : [];
}

/** `GET /contacts/{}` of a method and path. */
export const addressIn = ({ method, path }: { method: string; path: string }): string =>
  addressOf({ method: method.toUpperCase() as (typeof METHODS)[number], path });

/** Operations on one object; `name` is null for those that run automatically. */
export type Group = { name: string | null; operations: Operation[] };

/** Operations by their object, in the order of the draft; those that run automatically come last. */
export function groupsOf(operations: readonly Operation[]): Group[] {
  const groups = new Map<string | null, Operation[]>();
  for (const operation of operations) {
    const name = isCallable(operation) ? objectNameOf(operation.path) : null;
    const group = groups.get(name);
    if (group) group.push(operation);
    else groups.set(name, [operation]);
  }
  const byItself = groups.get(null);
  groups.delete(null);
  return [...groups, ...(byItself ? [[null, byItself] as const] : [])].map(([name, of]) => ({
    name,
    operations: of.toSorted((one, other) => rankOf(one) - rankOf(other) || one.path.localeCompare(other.path)),
  }));
}

/** Lists come first, then the others by their method. */
const rankOf = ({ method, path }: Operation): number =>
  (METHODS as readonly string[]).indexOf(method) * 2 + (path.endsWith("}") ? 1 : 0);

/** The operations whose method and paths contain every word. */
export function matching(operations: readonly Operation[], search: string): readonly Operation[] {
  const words = foldedText(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return operations;
  return operations.filter(({ method, path, vendorPath, type }) => {
    const text = foldedText(`${method} ${path} ${vendorPath} ${type}`);
    return words.every((word) => text.includes(word));
  });
}

/** The address of a resource in the text of a chain: `GET:/contacts`. */
export const nameInChain = ({ method, path }: Pick<Operation, "method" | "path">): string => `${method}:${path}`;

/** The hub of a path of the draft, which the screens leave out. */
const hubOf = (path: string): string => /^\/hubs\/[^/]+(?=\/)/.exec(path)?.[0] ?? "";

/** A path as it is stored: in the hub of the old one. */
export const keptPath = (path: string, before: string): string =>
  path.startsWith("/") && hubOf(path) === "" ? hubOf(before) + path : path;

/** Renames an address in all chains, unless another resource still has the address. */
export function withRenamedChains(
  draft: ElementDraft,
  before: Pick<Operation, "method" | "path">,
  after: Pick<Operation, "method" | "path">,
): ElementDraft {
  const old = addressIn(before);
  if (old === addressIn(after) || operationsOf(draft).some(({ address }) => address === old)) return draft;
  const resources = listAt(draft, ["resources"]);
  const isMeant = ({ nextResource }: Item) => {
    const [method = "", path = ""] = textOf(nextResource).split(/:(.*)/s);
    return addressIn({ method, path }) === old;
  };
  if (!resources.some(isMeant)) return draft;
  return {
    ...draft,
    resources: resources.map((item) => (isMeant(item) ? { ...item, nextResource: nameInChain(after) } : item)),
  };
}

/** An operation without a path. */
export const blankOperation = { method: "GET", path: "", vendorPath: "", parameters: [] };
