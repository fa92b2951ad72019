import { configuration } from "../parameters/configuration.ts";
import { header } from "../parameters/header.ts";
import { PLACES, VENDOR_TYPES } from "../parameters/registry.ts";
import { value } from "../parameters/value.ts";
import { defineAuthType } from "./auth-type.ts";
import { requiredEntry } from "./entry.ts";

/** The configuration key in which elements of this type store the key. */
export const API_KEY = "username";

const BEARER = {
  name: `Bearer \${configuration.${API_KEY}}`,
  type: value.type,
  vendorType: header.type,
  vendorName: "Authorization",
} as const;

const COOKIE_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** The parameter that sends an entry of the configuration as a cookie; undefined for what is no name of one. */
export const cookieWith = (name: string, key: string) =>
  COOKIE_NAME.test(name)
    ? ({
        name: `${name}=\${configuration.${key}}`,
        type: value.type,
        vendorType: header.type,
        vendorName: "Cookie",
      } as const)
    : undefined;

/**
 * A key that a parameter of the element puts where the provider wants it: `configuration username → header` or `→
 * query`, or `value → header Cookie`. Applications send it as `username` (spec §2.7), unless the element has a key of its own.
 */
export const apiKey = defineAuthType({
  type: "apiKey",
  label: "API key",
  summary: "A parameter of the element sends a key in a header, in the query or as a cookie.",
  configuration: [requiredEntry(API_KEY, "PASSWORD", "API key", "The API key at the provider")],
  isCredential: ({ vendorType }) => PLACES[vendorType].apiKeyIn !== undefined,
  fromOpenApi({ type, scheme, in: place, name }) {
    if (type === "http" && /^bearer$/i.test(String(scheme))) return { parameters: [BEARER] };
    if (type !== "apiKey" || typeof place !== "string" || typeof name !== "string" || name === "") return undefined;
    const cookie = place === "cookie" ? cookieWith(name, API_KEY) : undefined;
    if (cookie) return { parameters: [cookie] };
    const vendorType = VENDOR_TYPES.find((one) => PLACES[one].apiKeyIn === place);
    return vendorType && { parameters: [{ name: API_KEY, type: configuration.type, vendorType, vendorName: name }] };
  },
});
