import { redact } from "../../account/redact.ts";
import { base64 } from "../base64.ts";
import type { Configuration } from "../ports.ts";
import type { Element } from "../shape.ts";
import { secretsOf } from "./secrets.ts";

/** Masks credentials of the instance in a text, in all forms in which requests send them. */
export function withoutCredentials(
  text: string,
  element: Pick<Element, "configuration">,
  configuration: Configuration,
): string {
  const secrets = secretsOf(element, configuration);
  return redact(text, [...secrets, ...secrets.map(base64), ...basicOf(configuration)]).text;
}

/** The credentials of HTTP Basic: of the user, and of the client at a token endpoint. */
const basicOf = (configuration: Configuration): string[] =>
  [
    ["username", "password"],
    ["oauth.api.key", "oauth.api.secret"],
  ].flatMap(([name = "", secret = ""]) =>
    configuration[secret] ? [base64(`${configuration[name] ?? ""}:${configuration[secret]}`)] : [],
  );
