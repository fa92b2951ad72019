import type { CatalogTransformation } from "./definition.ts";
import type { Properties, Property } from "./fields.ts";
import type { Kind } from "./kind.ts";

/** The path of a field at the provider; `mask` is the hub's date format, if that is not ISO 8601. */
type From = string | { from: string; mask: string };
type Shape = Readonly<Record<string, string>>;

/**
 * Maps a provider's kind to the fields of its hub's resource: `hubFields(HUBS.crm.contacts, contact, { first_name:
 * "givenName" })`. Types and formats of dates are those of the kind. The provider's other fields are left out of
 * responses, and allowed in requests. A script covers what paths cannot. Throws an Error for a field that the kind
 * lacks.
 */
export function hubFields<Fields extends Shape>(
  shape: Fields,
  kind: Kind,
  fields: { readonly [Path in keyof Fields]?: From },
  script?: string,
): CatalogTransformation {
  return {
    objectName: kind.many,
    vendorName: kind.many,
    fields: Object.entries(fields as Record<string, From>).map(([path, given]) => {
      const { from, mask } = typeof given === "string" ? { from: given, mask: undefined } : given;
      const property = propertyAt(kind, from);
      const vendorMask = property.format === "date-time" ? kind.dateFormat : undefined;
      const masks = { ...(mask && { mask }), ...(vendorMask && { vendorMask }) };
      const configuration = mask || vendorMask ? [{ type: "mask", properties: masks }] : [];
      return { path, type: shape[path] ?? "string", vendorPath: from, vendorType: property.type, configuration };
    }),
    configuration: [{ type: "passThrough", properties: { fromVendor: false, toVendor: true } }],
    ...(script && { script: { body: script.trim(), mimeType: "application/javascript" } }),
  };
}

/** The field of a kind at a path such as `address.city` or `tags[*]`. */
function propertyAt({ many, fields }: Kind, path: string): Property {
  let [properties, found]: [Properties | undefined, Property | undefined] = [fields, undefined];
  for (const name of path.split(".")) {
    const property: Property | undefined = properties?.[name.replace("[*]", "")];
    found = name.endsWith("[*]") ? property?.items : property;
    properties = found?.properties;
  }
  if (!found) throw new Error(`${many} have no field ${path}.`);
  return found;
}
