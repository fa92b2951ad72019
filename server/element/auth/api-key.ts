import { defineAuthType } from "./auth-type.ts";
import { requiredEntry } from "./entry.ts";

/** Where elements of this type keep the key. */
const KEY = "username";

const BEARER = {
  name: `Bearer \${configuration.${KEY}}`,
  type: "value",
  vendorType: "header",
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
  isCredential: ({ vendorType }) => vendorType === "header" || vendorType === "query",
  fromOpenApi({ type, scheme, in: place, name }) {
    if (type === "http" && /^bearer$/i.test(String(scheme))) return { parameters: [BEARER] };
    if (type !== "apiKey" || typeof name !== "string" || name === "") return undefined;
    if (place !== "header" && place !== "query") return undefined;
    return { parameters: [{ name: KEY, type: "configuration", vendorType: place, vendorName: name }] };
  },
});
