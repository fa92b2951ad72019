import { isRecord } from "../bare-record.ts";

/** The errors of a token endpoint (RFC 6749 §5.2) that another grant does not mend, with what does. */
const ADVICE: Readonly<Record<string, string>> = {
  invalid_client: "The client id or the client secret is wrong. Check both.",
  unauthorized_client:
    "The client may not use this grant type. Check the client at the provider, and oauth.grant.type.",
  unsupported_grant_type: "The provider does not support this grant type. Check oauth.grant.type.",
  invalid_scope: "The provider does not grant this scope. Check oauth.scope.",
};

const ANOTHER_GRANT = "Grant access again.";
const OWN_CLIENT = "Check the credentials of the client, and the token URL.";

/** Advice for the refusal of a token endpoint. `isByPerson`: a person granted access. */
export function adviceFor(body: unknown, { isByPerson }: { isByPerson: boolean }): string {
  const error = isRecord(body) ? body.error : undefined;
  const advice = typeof error === "string" && Object.hasOwn(ADVICE, error) ? ADVICE[error] : undefined;
  return advice ?? (isByPerson ? ANOTHER_GRANT : OWN_CLIENT);
}
