import { Failure } from "#server/errors.ts";

const UNKNOWN_OUTCOME = new WeakSet<Failure>();

/**
 * Whether a failed request may have had an effect: it was sent at least in part, and its method changes something.
 * False means that a retry is safe. The message of such a Failure contains "outcome unknown".
 */
export const isOutcomeUnknown = (error: unknown): boolean => error instanceof Failure && UNKNOWN_OUTCOME.has(error);

/** Converts the Failure of a request that was sent at least in part and may have had an effect. */
export function asOutcomeUnknown({ kind, message, reason, providerMessage, cause }: Failure): Failure {
  const text = `${message.replace(/\.$/, "")} (outcome unknown: it may have been carried out).`;
  const failure = new Failure(kind, text, { reason, providerMessage, cause });
  UNKNOWN_OUTCOME.add(failure);
  return failure;
}

/** A name that did not resolve. Nothing was sent. */
export const unresolved = (at: string, cause: unknown): Failure =>
  codeOf(cause) === "ENOTFOUND"
    ? new Failure("badGateway", `Cannot resolve ${at}: no such host.`, { cause })
    : new Failure(isTimeout(cause) ? "timedOut" : "badGateway", `Cannot resolve ${at}: ${reasonOf(cause)}.`, { cause });

/** A connection that could not be established. Nothing was sent. */
export const unconnected = (at: string, cause: unknown): Failure =>
  new Failure(isTimeout(cause) ? "timedOut" : "badGateway", `Could not connect to ${at}: ${reasonOf(cause)}.`, {
    cause,
  });

/** A request that was sent at least in part and received no response. */
export function unanswered(at: string, cause: unknown): Failure {
  if (cause instanceof Error && GARBLED.has(cause.name)) {
    return new Failure("badGateway", `${at} sent a reply that is not valid HTTP.`, { cause });
  }
  return new Failure(isTimeout(cause) ? "timedOut" : "badGateway", `No reply from ${at}: ${reasonOf(cause)}.`, {
    cause,
  });
}

/** Whether the connection broke, as when the server closes a kept-alive one that is about to be reused. */
export const isBroken = (error: unknown): boolean =>
  error instanceof Failure && ["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"].includes(codeOf(error.cause));

/** The reason in plain words; an unknown code is included as it is, other text never (it may quote what was sent). */
export function reasonOf(error: unknown): string {
  if (isTimeout(error)) return NO_RESPONSE;
  const code = codeOf(error);
  return (
    REASONS[code] ?? (/^[A-Z_]{3,60}$/.test(code) ? code.toLowerCase().replaceAll("_", " ") : "the connection failed")
  );
}

export const isTimeout = (error: unknown): boolean =>
  (error instanceof Error && error.name === "TimeoutError") || /TIMEOUT|ETIMEDOUT/.test(codeOf(error));

/** The `code` of a system error, also if a library replaced it; of the first one when every address of a name failed. */
export function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  if (error instanceof Error && "originalCode" in error) return String(error.originalCode);
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Names of undici's errors about a response that is invalid HTTP. */
const GARBLED = new Set(["HTTPParserError", "ResponseContentLengthMismatchError"]);

const NO_RESPONSE = "no answer in time";

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ECONNRESET: "connection reset",
  EPIPE: "connection reset",
  ECONNABORTED: "connection reset",
  UND_ERR_SOCKET: "the connection was closed",
  ETIMEDOUT: NO_RESPONSE,
  ETIMEOUT: NO_RESPONSE,
  EHOSTUNREACH: "host unreachable",
  ENETUNREACH: "network unreachable",
  ENODATA: "no address",
  EAI_AGAIN: "name servers do not answer",
  ESERVFAIL: "name servers answer with an error",
  CERT_HAS_EXPIRED: "its certificate has expired",
  CERT_NOT_YET_VALID: "its certificate is not valid yet",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate is self-signed",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its certificate cannot be verified",
  UNABLE_TO_GET_ISSUER_CERT: "its certificate cannot be verified",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "its certificate cannot be verified",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another name",
  ERR_SSL_WRONG_VERSION_NUMBER: "it does not speak TLS on this port",
  EPROTO: "it does not speak TLS on this port",
  UND_ERR_HEADERS_OVERFLOW: "its headers are too large",
  // Codes for mail servers.
  ESOCKET: "the connection failed",
  ECONNECTION: "the connection was closed",
  EPROTOCOL: "it does not speak SMTP on this port",
  ETLS: "TLS could not be started",
  EAUTH: "it cannot sign in the user in SMTP_URL",
  EENVELOPE: "it rejected the sender or all recipients",
};
