import { configuration } from "../parameters/configuration.ts";
import { header } from "../parameters/header.ts";
import { PLACES, VENDOR_TYPES } from "../parameters/registry.ts";
import { value } from "../parameters/value.ts";
import { defineAuthType } from "./auth-type.ts";
import { requiredEntry } from "./entry.ts";

/** Where elements of this type keep the key. */
const KEY = "username";

const BEARER = {
  name: `Bearer \${configuration.${KEY}}`,
  type: value.type,
  vendorType: header.type,
  vendorName: "Authorization",
} as const;

/**
 * A key that a parameter of the element puts where the provider wants it: `configuration username → header` or `→
 * query`. Applications send it as `username` (spec §2.7), unless the element has a key of its own.
 */
export const apiKey = defineAuthType({
  type: "apiKey",
  label: "API key",
  summary: "A parameter of the element sends a key in a header or in the query.",
  configuration: [requiredEntry(KEY, "PASSWORD", "API key", "The API key at the provider")],
  isCredential: ({ vendorType }) => PLACES[vendorType].apiKeyIn !== undefined,
  fromOpenApi({ type, scheme, in: place, name }) {
    if (type === "http" && /^bearer$/i.test(String(scheme))) return { parameters: [BEARER] };
    if (type !== "apiKey" || typeof place !== "string" || typeof name !== "string" || name === "") return undefined;
    const vendorType = VENDOR_TYPES.find((one) => PLACES[one].apiKeyIn === place);
    return vendorType && { parameters: [{ name: KEY, type: configuration.type, vendorType, vendorName: name }] };
  },
});
