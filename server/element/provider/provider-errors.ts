import { maskAndCut } from "../../account/mask-and-cut.ts";
import { FAILURE_STATUS, Failure, type FailureKind } from "../../errors.ts";
import { asText } from "../bare-record.ts";
import { forwardedHeaders } from "./reply-headers.ts";

const LONGEST_MESSAGE = 2048;

type Sentence = readonly [kind: FailureKind, message: string];

/** The status and message for a provider's error status (spec §7). */
const SENTENCES: Record<number, Sentence> = {
  400: ["badRequest", "The provider refused the request as wrong."],
  401: ["unauthorized", "The provider does not accept the credentials of this element instance."],
  402: ["forbidden", "The provider forbids access until its account is paid."],
  403: ["forbidden", "The provider forbids access to the resource."],
  404: ["notFound", "The provider has no such resource."],
  405: ["methodNotAllowed", "The provider does not allow this method here."],
  406: ["notAcceptable", "The provider cannot respond in the requested content type."],
  408: ["timedOut", "The provider gave up waiting for the request."],
  409: ["conflict", "The provider reports a conflict: the resource exists already or was changed."],
  410: ["notFound", "The provider has the resource no longer."],
  412: ["conflict", "The provider reports a conflict: the resource was changed."],
  413: ["tooLarge", "The provider refused the request as too large."],
  415: ["unsupportedMediaType", "The provider cannot handle the content type of the request."],
  429: ["tooManyRequests", "The provider allows no more requests for now."],
};

const OTHERS: Sentence = ["badRequest", "The provider refused the request."];
const TROUBLE: Sentence = ["badGateway", "The provider failed to answer."];
const ELSEWHERE: Sentence = ["badGateway", "The provider answered with a redirect, which is not followed."];

/** The list has moved, or the provider cannot do at all what is requested. */
const PERMANENT: readonly number[] = [301, 308, 501, 505];

type ErrorResponse = {
  code: number;
  headers: Readonly<Record<string, string>>;
  body: unknown;
  /** Headers that hooks and parameters set on the response to our caller. */
  callerHeaders?: Readonly<Record<string, string>>;
};

/**
 * The refusal that a reply of the provider becomes when it is no success. `providerMessage` is its own text, cut at
 * 2 KB, with credentials taken out by `conceal`.
 */
export function providerFailure(
  { code, headers, body, callerHeaders = {} }: ErrorResponse,
  conceal: (text: string) => string,
): Failure {
  const standard = code >= 400 && code < 500 ? OTHERS : code >= 300 && code < 400 ? ELSEWHERE : TROUBLE;
  const [kind, message] = SENTENCES[code] ?? standard;
  const text = wordsOf(body, conceal);
  const { "elements-error": error } = forwardedHeaders(callerHeaders);
  return new Failure(kind, message, {
    ...(text !== "" && { providerMessage: text }),
    provider: { code, headers },
    isPermanent: PERMANENT.includes(code),
    headers: {
      ...(kind === "tooManyRequests" && whenAgain(headers["retry-after"]?.trim() ?? "")),
      ...(error !== undefined && { "elements-error": conceal(error) }),
    },
  });
}

const LONGEST_WAIT_S = 86_400;

/** Seconds, at most a day, or a date; other values are useless to our caller (E18). */
function whenAgain(text: string): Record<string, string> {
  if (/^\d{1,20}$/.test(text)) return { "retry-after": String(Math.min(Number(text), LONGEST_WAIT_S)) };
  return /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/.test(text) ? { "retry-after": text } : {};
}

/** The refusal of a success whose body does not match its content type (E11). */
export const brokenReply = (body: unknown, conceal: (text: string) => string): Failure =>
  new Failure("badGateway", "The provider's reply has a JSON content type but is not valid JSON.", {
    reason: "brokenReply",
    providerMessage: wordsOf(body, conceal),
  });

const wordsOf = (body: unknown, conceal: (text: string) => string): string =>
  maskAndCut(asText(body), LONGEST_MESSAGE, conceal);

/** The closest refusal for a status that a hook chose. */
export function kindOfStatus(code: number): FailureKind {
  const exact = Object.entries(FAILURE_STATUS).find(([, status]) => status === code);
  if (exact) return exact[0] as FailureKind; // a key of the table
  return code >= 400 && code < 500 ? (SENTENCES[code] ?? OTHERS)[0] : "badGateway";
}
