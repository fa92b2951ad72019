import { type Converted, type Json, textOf } from "./conversion.ts";
import type { Models } from "./models.ts";
import { dataTypeOf } from "./openapi-parameters.ts";

const MOST_FIELDS = 300;
const CREATED = /^(?:created_?(?:at|on|date|time)?|date_?created|creation_?(?:date|time))$/i;
const UPDATED =
  /^(?:(?:updated|modified|last_?(?:updated|modified))_?(?:at|on|date|time)?|date_?(?:updated|modified))$/i;

/** The objects of an element: what its lists are lists of, with their fields, keys and dates, and the tags of their operations. */
export function objectsFrom(operations: readonly Converted[], models: Models): Json[] {
  const byName = new Map<string, Json>();
  for (const { resource, reply, tags } of operations) {
    const name = /^\/([^/{}]+)$/.exec(resource.path)?.[1];
    if (resource.method !== "GET" || name === undefined || byName.has(name)) continue;
    const item = itemOf(reply, resource, models);
    const fields = item === undefined ? undefined : models.fieldsOf(item);
    if (!fields || fields.properties.size === 0) continue;
    const names = [...fields.properties.keys()];
    const primary = names.find((field) => /^id$/i.test(field)) ?? names.find((field) => isIdOf(field, name));
    byName.set(name, {
      name,
      vendorName: vendorNameOf(resource.vendorPath) ?? name,
      ...(primary && { primaryKeyName: primary }),
      ...dateNames(names),
      ...(tags.length > 0 && { tags }),
      fields: [...fields.properties].slice(0, MOST_FIELDS).map(([field, schema]) => ({
        name: field,
        type: dataTypeOf(models.open(schema)),
        ...(field === primary && { primaryKey: true }),
      })),
    });
  }
  return [...byName.values()];
}

function dateNames(names: readonly string[]): Json {
  const created = names.find((field) => CREATED.test(field));
  const updated = names.find((field) => UPDATED.test(field));
  return { ...(created && { createdDateName: created }), ...(updated && { updatedDateName: updated }) };
}

const vendorNameOf = (vendorPath: string) => vendorPath.split("/").filter(Boolean).at(-1);

/** `contactId` of `contacts`. */
const isIdOf = (field: string, name: string): boolean =>
  new RegExp(`^${name.replaceAll(/[^A-Za-z0-9]/g, "").replace(/s$/i, "")}_?id$`, "i").test(field);

function itemOf(reply: unknown, resource: Json, models: Models): unknown {
  let found: unknown = reply;
  for (const key of (textOf(resource.rootKey) ?? "").split(".").filter(Boolean))
    found = models.fieldsOf(found)?.properties.get(key.replace(/^\['(.*)'\]$/, "$1"));
  return models.open(found).items;
}
