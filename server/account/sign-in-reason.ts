import { MASK } from "./mask.ts";
import { maskAndCut } from "./mask-and-cut.ts";
import { createMasker, MIN_SECRET } from "./masker.ts";

const LONGEST = 300;
/** Parsers quote the beginning of what they could not read: a body, or the claims of a token. */
const QUOTED_BODY = /Unexpected (?:token|end of JSON|non-whitespace|string|number)[\s\S]*/;
const JWT = /\beyJ[\w-]+(?:\.[\w-]*)*/g;
/** Nonces, states and codes; no id of a tenant or client, which operators compare with their settings. */
const RANDOM = /[\w~+/=-]{24,}/g;
const TENANT = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** Runs of letters and hyphens are words, such as the names of hosts. */
const HAS_DIGIT = /\d/;
/** They would break the line for people who read it. */
const CONTROLS = /[\u0000-\u001f\u007f]+/g;

type Described = { error?: unknown; error_description?: unknown };

/**
 * Why a sign-in with the OpenID Connect provider failed, for the log: the name of the error and its message, without
 * `secrets`, tokens, codes and bodies. Undefined for what next-auth logs about other sign-ins.
 */
export function signInReason(code: string, metadata: unknown, secrets: readonly string[]): string | undefined {
  if (!code.includes("OAUTH")) return undefined;
  const { error = metadata, error_description: described } = (metadata ?? {}) as Described;
  const text = error instanceof Error ? `${nameOf(error)}: ${error.message}` : String(error);
  return safeReason(typeof described === "string" ? `${text} (${described})` : text, secrets);
}

function safeReason(text: string, secrets: readonly string[]): string {
  const { mask } = createMasker(secrets.filter(({ length }) => length >= MIN_SECRET));
  const maskAll = (long: string) =>
    mask(long.replace(QUOTED_BODY, "the response is not JSON"))
      .replaceAll(JWT, MASK)
      .replaceAll(RANDOM, (run) => (TENANT.test(run) || !HAS_DIGIT.test(run) ? run : MASK))
      .replaceAll(CONTROLS, " ");
  return maskAndCut(text, LONGEST, maskAll);
}

/** The error of next-auth has the stack of the one that it wraps, which begins with the name of that. */
const nameOf = ({ name, stack }: Error): string => /^(\w*Error)\b/.exec(stack ?? "")?.[1] ?? name;
