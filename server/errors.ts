/**
 * The HTTP status of each kind of failure (spec §7; rows below 500 that the specification does not list are HTTP's
 * own).
 */
export const FAILURE_STATUS = {
  badRequest: 400,
  unauthorized: 401,
  forbidden: 403,
  notFound: 404,
  methodNotAllowed: 405,
  notAcceptable: 406,
  requestTimeout: 408,
  conflict: 409,
  tooLarge: 413,
  unsupportedMediaType: 415,
  rangeNotSatisfiable: 416,
  unprocessable: 422,
  tooManyRequests: 429,
  serverError: 500,
  notImplemented: 501,
  badGateway: 502,
  unavailable: 503,
  timedOut: 504,
} as const;

/** Whether a response is due to an error here or at a provider; 501 is a refusal. */
export const isServerError = (status: number): boolean => status >= 500 && status !== FAILURE_STATUS.notImplemented;

export type FailureKind = keyof typeof FAILURE_STATUS;

/** The exact reason, for code that depends on it: messages may be reworded. */
export type FailureReason =
  | "publishedMeanwhile"
  /** The draft has another version than the one that was named. */
  | "draftChanged"
  /** An import and people changed the same operations. */
  | "importConflict"
  /** The element instance must be re-authenticated. */
  | "authorizationEnded"
  /** The address must not be requested from this server. */
  | "addressNotAllowed"
  | "noResponse"
  /** The provider's response is not what its content type says. */
  | "brokenReply"
  /** A request with the same Idempotency-Key is in progress. */
  | "inProgress"
  /** The link of a connect page was used, has expired, was never valid, is valid no more, or is in use. */
  | "linkUsed"
  | "linkExpired"
  | "linkUnknown"
  | "linkEnded"
  | "linkBusy"
  /** The provider refused the credentials of a customer on a connect page, or something else about them. */
  | "credentialsRefused"
  | "connectionRefused"
  /** The invitation has ended or its link is not valid; the message says why. */
  | "invitationRefused"
  /** The address of an invitation has an account. */
  | "hasAccount"
  /** The OpenID Connect provider verified another address than the invited one. */
  | "otherAddress"
  /** The verified address has an invitation, whose link was not opened. */
  | "invited"
  /** No user has the verified address. */
  | "unknownAddress"
  /** The user of a verified address, or their account, is deactivated. */
  | "deactivated"
  /** The password was right, and has to be changed before it signs in. */
  | "passwordExpired"
  /** The policy does not allow a new password; the message has all problems. */
  | "passwordRefused"
  | "currentPasswordWrong"
  /** The code of a second factor is missing or wrong. */
  | "secondFactor"
  /** The page was made for another user than the one who is signed in now. */
  | "otherUser"
  /** The organization requires a second factor, which the user has to set up first. */
  | "secondFactorNeeded";

/** The key of a message in the catalogs of screens, and its values. */
type Sentence = { key: string; values: Readonly<Record<string, string | number>> };

export type ProviderRefusal = { code: number; headers: Readonly<Record<string, string>> };

/**
 * A failure that the product throws on purpose, and the only such error. `message` is a sentence for the caller that
 * names the field and what to do; it never holds a secret. `providerMessage` is the provider's own text.
 */
export class Failure extends Error {
  readonly kind: FailureKind;
  readonly reason: FailureReason | undefined;
  readonly providerMessage: string | undefined;
  /** Extra response headers, such as `Allow` or `Retry-After`. */
  readonly headers: Record<string, string>;
  /** The provider's own status and headers, if the provider refused the request. */
  readonly provider: ProviderRefusal | undefined;
  /** The refused input, for forms that show the message beside it. */
  readonly field: string | undefined;
  /** The entries of a configuration that have to be entered for it, for forms that mark them. */
  readonly entries: readonly string[] | undefined;
  /** The same request would fail in the same way until somebody changes something: it is not retried. */
  readonly isPermanent: boolean | undefined;
  /** The message for screens that translate it. */
  readonly sentences: readonly Sentence[] | undefined;

  constructor(
    kind: FailureKind,
    message: string,
    detail: {
      reason?: FailureReason | undefined;
      providerMessage?: string | undefined;
      headers?: Record<string, string>;
      provider?: ProviderRefusal | undefined;
      field?: string | undefined;
      entries?: readonly string[] | undefined;
      isPermanent?: boolean | undefined;
      sentences?: readonly Sentence[] | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: detail.cause });
    this.name = "Failure";
    this.kind = kind;
    this.reason = detail.reason;
    this.providerMessage = detail.providerMessage;
    this.headers = detail.headers ?? {};
    this.provider = detail.provider;
    this.field = detail.field;
    this.entries = detail.entries;
    this.isPermanent = detail.isPermanent || undefined;
    this.sentences = detail.sentences;
  }
}

/** Resolves to the value; a failure without a field gets this field. */
export async function withField<Value>(field: string, value: Promise<Value>): Promise<Value> {
  try {
    return await value;
  } catch (error) {
    if (!(error instanceof Failure) || error.field !== undefined) throw error;
    throw new Failure(error.kind, error.message, { ...error, cause: error.cause, field });
  }
}
