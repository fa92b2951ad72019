import { base64 } from "../base64.ts";
import { header } from "../parameters/header.ts";
import type { Configuration } from "../ports.ts";
import { defineAuthType } from "./auth-type.ts";
import { requiredEntry } from "./entry.ts";

/** `Authorization: Basic` of user name and password. */
export const basic = defineAuthType({
  type: "basic",
  label: "Basic",
  summary: "A user name and a password are sent with every request.",
  configuration: [
    requiredEntry("username", "TEXTFIELD_128", "User name", "The user name at the provider"),
    requiredEntry("password", "PASSWORD", "Password", "The password at the provider"),
  ],
  isCredential: ({ vendorType, vendorName }) =>
    vendorType === header.type && vendorName.toLowerCase() === "authorization",
  fromOpenApi: ({ type, scheme }) =>
    type === "basic" || (type === "http" && /^basic$/i.test(String(scheme))) ? {} : undefined,
  authorize(configuration) {
    const credentials = basicCredentials(configuration);
    return credentials === undefined ? {} : { headers: { authorization: `Basic ${credentials}` } };
  },
  basicCredentials,
});

function basicCredentials({ username = "", password = "" }: Configuration): string | undefined {
  return username === "" && password === "" ? undefined : base64(`${username}:${password}`);
}
