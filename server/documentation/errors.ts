import { FAILURE_STATUS, type FailureKind } from "#server/errors.ts";
import { withAddresses } from "./addresses.ts";

type Explanation = {
  title: string;
  causes: readonly string[];
  action: string;
  /** The setting of the demo provider's fault dial that shows it. */
  dial?: string;
};

/** Each kind of failure, for people who receive it. */
const EXPLANATIONS: Record<FailureKind, Explanation> = {
  badRequest: {
    title: "The request is not valid",
    causes: [
      "A field of the body, the path or the query is missing or has a value that is not accepted.",
      "The provider refused what an element sent to it.",
    ],
    action: "Correct the field that the message names, and send the request again.",
    dial: '{ "everyNth": { "n": 1, "status": 400 } }',
  },
  unauthorized: {
    title: "The secrets or the token are missing or wrong",
    causes: [
      "The Authorization header is missing, incomplete or has a secret that was replaced.",
      "The path is no path of the platform, and no token of an element instance was sent.",
      "The provider no longer accepts the credentials of the element instance.",
    ],
    action: "Send the current secrets. Reconnect the element instance if its access has ended.",
    dial: '{ "expireTokens": true }',
  },
  forbidden: {
    title: "You do not have permission",
    causes: [
      "Viewers may read everything and change nothing.",
      "The element instance is disabled.",
      "The account at the provider may not do this.",
    ],
    action: "Ask an administrator for another role, enable the instance, or extend the permissions at the provider.",
    dial: '{ "everyNth": { "n": 1, "status": 403 } }',
  },
  notFound: {
    title: "The resource does not exist",
    causes: [
      "The id is wrong, or the object was deleted.",
      "The object is of another organization or account.",
      "The element has no such resource.",
    ],
    action: "List the objects to find the id. The explorer lists the operations that an instance has.",
    dial: '{ "everyNth": { "n": 1, "status": 404 } }',
  },
  methodNotAllowed: {
    title: "The path does not offer this method",
    causes: ["The path exists with other methods, which the Allow header lists."],
    action: "Use one of the methods in the Allow header.",
  },
  notAcceptable: {
    title: "The Accept header does not allow JSON",
    causes: ["The Accept header names only other types."],
    action: "Send Accept: application/json, or leave it out.",
  },
  requestTimeout: {
    title: "The body arrived too slowly",
    causes: ["The client paused, or the network is slow."],
    action: "Send the request again.",
  },
  conflict: {
    title: "The resource already exists or is in use",
    causes: [
      "Another object has the same name or key.",
      "The object is used, and cannot be deleted.",
      "The first request with the same Idempotency-Key is in progress.",
    ],
    action: "Read the message. After Retry-After the response of the first request is available.",
    dial: '{ "everyNth": { "n": 1, "status": 409 } }',
  },
  tooLarge: {
    title: "The body is too large",
    causes: ["The body is larger than the limit that the message names."],
    action: "Send less at once, or use a bulk upload.",
  },
  unsupportedMediaType: {
    title: "The type of the body is not accepted",
    causes: ["The body is compressed, or Content-Type is not one that the operation takes."],
    action: "Send JSON with Content-Type: application/json.",
  },
  rangeNotSatisfiable: {
    title: "The value ends before the range",
    causes: ["The header Range begins at or behind the end of the value."],
    action: "Read the size of the value from the header Content-Range, and request less.",
  },
  unprocessable: {
    title: "The Idempotency-Key was used for a different request",
    causes: ["The same key was sent within 24 hours with other content."],
    action: "Use a new key for each request.",
  },
  tooManyRequests: {
    title: "Too many requests",
    causes: ["The provider limits its requests.", "Too many wrong secrets came from one address."],
    action: "Wait for the seconds in Retry-After.",
    dial: '{ "everyNth": { "n": 1, "status": 429 } }',
  },
  serverError: {
    title: "An internal error occurred",
    causes: ["A fault of Formulary, which the log has under the request id."],
    action: "Send the request again with an Idempotency-Key, and report the request id.",
  },
  notImplemented: {
    title: "The operation is not supported",
    causes: ["The element or the provider does not support what was requested."],
    action: "Use another operation of the element.",
  },
  badGateway: {
    title: "The provider failed",
    causes: [
      "The provider returned an error of its own, a response that could not be read, or none.",
      "The address of the provider may not be requested.",
    ],
    action: "Send the request again later. The fields providerMessage and requestId help to find the cause.",
    dial: '{ "everyNth": { "n": 1, "malformed": true } }',
  },
  unavailable: {
    title: "The service is temporarily unavailable",
    causes: ["The product or the provider is overloaded or being restarted."],
    action: "Wait for the seconds in Retry-After.",
    dial: '{ "everyNth": { "n": 1, "status": 503 } }',
  },
  timedOut: {
    title: "The provider did not respond in time",
    causes: ["The provider took longer than the limit of the element."],
    action: "Send the request again later. Request fewer objects per page.",
    dial: '{ "everyNth": { "n": 1, "timeout": true } }',
  },
};

export type ExplainedError = Explanation & {
  status: number;
  /** Turns the dial of the demo's CRM. */
  command: string | undefined;
};

const commandOf = ({ dial }: Explanation): string | undefined =>
  dial && withAddresses(`curl -X PUT http://localhost:3100/_dial/crm -H 'Content-Type: application/json' -d '${dial}'`);

/** Every status of a refused request, in order, from the table by which the server refuses. */
export const explainedErrors = (): ExplainedError[] =>
  (Object.keys(FAILURE_STATUS) as FailureKind[])
    .map((kind) => ({
      ...EXPLANATIONS[kind],
      ...{ status: FAILURE_STATUS[kind], command: commandOf(EXPLANATIONS[kind]) },
    }))
    .sort((one, other) => one.status - other.status);
