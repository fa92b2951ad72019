import type { CatalogObject, CatalogResource } from "./definition.ts";
import type { Properties, Property } from "./fields.ts";
import { type EndpointOptions, endpoint } from "./parts.ts";

/** A kind of record of a provider. */
export type Kind = {
  /** `contact`: the singular, in models and descriptions. */
  one: string;
  /** `contacts`: the name of the resource and the object. */
  many: string;
  /** The provider's name, if it is different. */
  vendorName?: string;
  /** The name of the id field. */
  id: string;
  created?: string;
  updated?: string;
  /** A Java date pattern, for dates that are not ISO 8601. */
  dateFormat?: string;
  /** Fields that can be searched by. */
  search?: readonly string[];
  fields: Properties;
  /** The required fields of a new record. */
  required?: readonly string[];
  /** Fields that only the provider writes, besides id and dates. */
  readOnly?: readonly string[];
};

const ISO = "yyyy-MM-dd'T'HH:mm:ss.SSSXXX";

/** The kind as an object of the element, with its fields (spec §2.8). */
export function objectOf(kind: Kind): CatalogObject {
  const { many, vendorName = many, id, created, updated, dateFormat = ISO, search = [], fields } = kind;
  const written = new Set(writable(kind));
  return {
    name: many,
    vendorName,
    primaryKeyName: id,
    ...(created && { createdDateName: created, createdDateFormat: dateFormat }),
    ...(updated && { updatedDateName: updated, updatedDateFormat: dateFormat }),
    searchConfiguration: { fields: search, operators: search.length > 0 ? ["="] : [] },
    fields: Object.entries(fields).map(([name, field]) => ({
      name,
      displayName: displayNameOf(name),
      type: field.type,
      ...(field.format && { format: field.format }),
      description: field.description,
      primaryKey: name === id,
      readOnly: !written.has(name),
    })),
  };
}

/** The models of a record, and of the bodies that create or change one. */
export const received = ({ one, fields }: Kind) => ({ name: one, properties: fields });
export const sent = (kind: Kind, name = `${kind.one}Post`) => ({
  name,
  properties: only(kind.fields, writable(kind)),
  required: kind.required ?? [],
});
export const changed = (kind: Kind, name = `${kind.one}Patch`) => ({
  name,
  properties: only(kind.fields, writable(kind)),
});

/**
 * The polling configuration for events (spec §2.7): these kinds, by the hub resource of their name, since the last
 * poll. `since` is the field of `where` that filters them.
 */
export function polling(hub: string, since: string, kinds: readonly Kind[]) {
  const entries = kinds.map(({ many, id, created, updated = created, dateFormat = ISO }) => [
    many,
    {
      url: `/hubs/${hub}/${many}?where=${since}='\${gmtDate:yyyy-MM-dd'T'HH:mm:ss'Z'}'`,
      idField: id,
      datesConfiguration: {
        updatedDateField: updated,
        updatedDateFormat: dateFormat,
        updatedDateTimezone: "GMT",
        createdDateField: created ?? updated,
        createdDateFormat: dateFormat,
        createdDateTimezone: "GMT",
      },
    },
  ]);
  const configuration = Object.fromEntries(entries);
  return {
    "event.vendor.type": "polling",
    "event.poller.configuration": JSON.stringify(configuration),
    "event.metadata": JSON.stringify({ polling: configuration }),
  };
}

type Verb = "list" | "create" | "read" | "update" | "remove";
type Crud = {
  /** The provider's path of the list, and of one record if it is not `<path>/{id}`. */
  providerPath: string;
  providerItemPath?: string;
  /** Our path, if it is not the name of the kind. */
  path?: string;
  /** The provider's method to change a record. */
  updates?: "PATCH" | "PUT" | "POST";
  /** Options of individual endpoints. */
  all?: EndpointOptions;
  verbs?: readonly Verb[];
} & Partial<Record<Verb, EndpointOptions>>;

const EVERY: readonly Verb[] = ["list", "create", "read", "update", "remove"];

/** The endpoints that most kinds have: list, create, read, update, delete. */
export function crud(
  kind: Kind,
  {
    providerPath,
    providerItemPath = `${providerPath}/{id}`,
    updates = "PATCH",
    all = {},
    verbs = EVERY,
    ...more
  }: Crud,
): CatalogResource[] {
  const { one, many } = kind;
  const path = more.path ?? `/${many}`;
  const names = { id: `The id of the ${one}` };
  const [model, article] = [received(kind), /^[aeio]/.test(one) ? "an" : "a"];
  const build: Record<Verb, () => CatalogResource> = {
    list: () => endpoint(`GET ${path}`, `GET ${providerPath}`, `List ${many}`, { lists: model, ...all, ...more.list }),
    create: () =>
      endpoint(`POST ${path}`, `POST ${providerPath}`, `Create ${article} ${one}`, {
        takes: sent(kind),
        returns: model,
        ...all,
        ...more.create,
      }),
    read: () =>
      endpoint(`GET ${path}/{id}`, `GET ${providerItemPath}`, `Read ${article} ${one}`, {
        names,
        returns: model,
        ...all,
        ...more.read,
      }),
    update: () =>
      endpoint(`PATCH ${path}/{id}`, `${updates} ${providerItemPath}`, `Update ${article} ${one}`, {
        names,
        takes: changed(kind),
        returns: model,
        ...all,
        ...more.update,
      }),
    remove: () =>
      endpoint(`DELETE ${path}/{id}`, `DELETE ${providerItemPath}`, `Delete ${article} ${one}`, {
        names,
        ...more.remove,
      }),
  };
  return EVERY.filter((verb) => verbs.includes(verb)).map((verb) => build[verb]());
}

const writable = ({ fields, id, created, updated, readOnly = [] }: Kind): string[] =>
  Object.keys(fields).filter((name) => ![id, created, updated, ...readOnly].includes(name));

const only = (fields: Properties, names: readonly string[]): Properties =>
  Object.fromEntries(names.flatMap((name): [string, Property][] => (fields[name] ? [[name, fields[name]]] : [])));

/** `first_name` and `firstName` as `First name`. */
function displayNameOf(name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll(/[_.-]+/g, " ")
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
