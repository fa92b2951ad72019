import { dataTypeNamed } from "#server/element/data-types/registry.ts";
import { string } from "#server/element/data-types/text.ts";
import { documentedResources } from "#server/element/docs/docs.ts";
import { addressOf, withoutHub } from "#server/element/resource-path.ts";
import { type Element, type Resource, resourceSchema } from "#server/element/shape.ts";
import type { CommonResource, CommonResources } from "./compile.ts";
import { fieldRulesOf } from "./rules.ts";

type Documented = Pick<Element, "hub" | "resources">;
type Schema = { type: string; properties?: Record<string, Schema>; items?: Schema };

/** Methods of an object of the provider that the element does not describe. */
const ANY = [
  ["GET", ""],
  ["POST", ""],
  ["GET", "/{objectId}"],
  ["PATCH", "/{objectId}"],
  ["PUT", "/{objectId}"],
  ["DELETE", "/{objectId}"],
] as const;

/**
 * The element as the documentation of an instance shows it: the resources of common resources with our fields, in place
 * of the element's own at the same address.
 */
export function withCommonResources<E extends Documented>(element: E, commonResources: CommonResources): E {
  const added = [...commonResources.values()]
    .filter(({ isDocumented }) => isDocumented)
    .flatMap((resource) => resourcesOf(element, resource));
  const taken = new Set(added.map(addressOf));
  return { ...element, resources: [...element.resources.filter((own) => !taken.has(addressOf(own))), ...added] };
}

function resourcesOf(element: Documented, resource: CommonResource): Resource[] {
  const { name, vendorName } = resource;
  const own = documentedResources(element).filter(({ path }) => restOf(path, vendorName) !== undefined);
  const below = childrenOf(element, vendorName).map((one) => ({
    ...one,
    path: one.path.replace(`}/${vendorName}`, `}/${name}`),
  }));
  const described = own.map((one) => ({ ...one, path: pathOf(element, name, restOf(one.path, vendorName)) }));
  const any = ANY.map(([method, rest]) =>
    resourceSchema.parse({ method, path: pathOf(element, name, rest), vendorPath: `/${vendorName}${rest}` }),
  );
  const models = modelsOf(resource);
  return (own.length > 0 ? described : below.length > 0 ? below : any).map(({ operationId: _, ...one }) => ({
    ...one,
    model: { ...one.model, ...(one.method === "GET" ? models.reply(!one.path.endsWith("}")) : models.both) },
  }));
}

/** The resources with the name that are nested in another, as in `/contacts/{id}/notes`. */
const childrenOf = (element: Documented, name: string): Resource[] =>
  documentedResources(element).filter(({ path }) => path.endsWith(`}/${name}`) || path.includes(`}/${name}/{`));

/** The rest of the path after the name: nothing, or the id of one object. */
function restOf(path: string, name: string): string | undefined {
  const bare = withoutHub(path);
  const rest = bare.startsWith(`/${name}`) ? bare.slice(name.length + 1) : undefined;
  return rest !== undefined && /^(?:|\/\{[^{}/]+\})$/.test(rest) ? rest : undefined;
}

const pathOf = ({ hub }: Documented, name: string, rest = ""): string => `/hubs/${hub}/${name}${rest}`;

function modelsOf({ name, transformation }: CommonResource) {
  const swagger = { [name]: schemaOf(transformation.fields) };
  const list = { [`${name}List`]: { type: "array", items: { $ref: `#/definitions/${name}` } }, ...swagger };
  return {
    reply: (isList: boolean) => (isList ? { name: `${name}List`, swagger: list } : { name, swagger }),
    both: { name, swagger, requestName: name, requestSwagger: swagger },
  };
}

type Field = CommonResource["transformation"]["fields"][number];

function schemaOf(fields: readonly Field[]): Schema {
  const schema: Schema = { type: "object", properties: {} };
  for (const field of fields) {
    if (!fieldRulesOf(field).maps.fromVendor && !fieldRulesOf(field).maps.toVendor) continue;
    place(schema, wordsOf(field.path), dataTypeNamed(field.type)?.swagger ?? string.swagger ?? { type: "string" });
  }
  return schema;
}

/** `a.b[*].c` as `a`, `b`, `[]`, `c`: in a schema every entry of a list is alike. */
const wordsOf = (path: string): string[] =>
  path
    .replaceAll(/\[[^\]]*\]/g, ".[]")
    .split(".")
    .filter(Boolean);

function place(schema: Schema, [word, ...rest]: string[], leaf: Schema): void {
  if (word === undefined) return;
  if (word === "[]") {
    schema.type = "array";
    delete schema.properties;
    schema.items ??= rest.length > 0 ? { type: "object", properties: {} } : leaf;
    place(schema.items, rest, leaf);
    return;
  }
  schema.properties ??= {};
  const known = Object.hasOwn(schema.properties, word) ? schema.properties[word] : undefined;
  const inner: Schema = rest.length > 0 ? (known ?? { type: "object", properties: {} }) : { ...leaf };
  Object.defineProperty(schema.properties, word, {
    value: inner,
    enumerable: true,
    configurable: true,
    writable: true,
  });
  place(inner, rest, leaf);
}
