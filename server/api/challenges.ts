/**
 * The challenges of responses with 401 (RFC 9110 §11.6.1). No browser knows these schemes, so none asks for a password;
 * never add `Basic` or `Digest`.
 */
const challenge = (...schemes: string[]) => schemes.map((scheme) => `${scheme} realm="Formulary"`).join(", ");

export const API_CHALLENGE = { "www-authenticate": challenge("User", "Organization", "Element") };
/** Agents are also identified by a session token. Without `resource_metadata`, their clients look for no OAuth server. */
export const AGENT_CHALLENGE = { "www-authenticate": challenge("Bearer", "User", "Organization") };
export const METRICS_CHALLENGE = { "www-authenticate": challenge("Bearer") };
