import type { CatalogTransformation } from "./definition.ts";

type Field = { from: string; type?: string; providerType?: string; dateFormat?: string };

/**
 * The fields of a hub's resource, by those of one provider: `{ first_name: "givenName", id: { from: "personId",
 * providerType: "integer" } }`. The provider's other fields are left out of responses, and may be in requests.
 */
export function commonFields(name: string, fields: Readonly<Record<string, string | Field>>): CatalogTransformation {
  return {
    objectName: name,
    vendorName: name,
    fields: Object.entries(fields).map(([path, given]) => {
      const {
        from,
        type = "string",
        providerType = type,
        dateFormat,
      } = typeof given === "string" ? { from: given } : (given as Field);
      const mask = { type: "mask", properties: { vendorMask: dateFormat } };
      return { path, type, vendorPath: from, vendorType: providerType, configuration: dateFormat ? [mask] : [] };
    }),
    configuration: [{ type: "passThrough", properties: { fromVendor: false, toVendor: true } }],
  };
}

/** A number of the provider that is text in the hub, such as an id. */
export const numberAsText = (from: string): Field => ({ from, type: "string", providerType: "integer" });
