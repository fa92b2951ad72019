import { returnPath } from "./return-path.ts";

const SIGN_IN = "/sign-in";
const HOME = "/home";
/** The pages to which next-auth sends people with an error. */
const OF_ERRORS = [SIGN_IN, "/api/auth/error", "/api/auth/signin"];
const OF_INVITATION = /^\/invite\/([\w-]+)/;

/** The token of the invitation from whose page the sign-in began. */
export const invitationIn = (wanted: string | undefined): string | undefined => OF_INVITATION.exec(wanted ?? "")?.[1];

type Returned = {
  /** Where next-auth sends them. */
  location: string;
  /** The page that they wanted before the sign-in. */
  wanted: string | undefined;
  /** The `error` of the provider's response. */
  providerError: string | null;
  /** Why the product refused the person that the provider named. */
  refusal: string | undefined;
  /** An invitation was accepted, so its page has nothing more to show. */
  isNew: boolean;
  hasSession: boolean;
};

/**
 * Where a person goes who returns from the OpenID Connect provider. After a failure: the page from which they began, with
 * the `error`; or, if nobody new was identified and they have a session, where they wanted to go.
 */
export function afterProvider({ location, wanted, providerError, refusal, isNew, hasSession }: Returned): string {
  const url = URL.parse(location, "https://here.invalid");
  const failed = url && OF_ERRORS.includes(url.pathname) ? (url.searchParams.get("error") ?? "Callback") : undefined;
  if (failed === undefined) return isNew && invitationIn(wanted) ? HOME : location;
  if (refusal === undefined && hasSession) return wanted ?? HOME;
  const error = refusal ?? (providerError === "access_denied" ? "AccessDenied" : failed);
  if (invitationIn(wanted)) return `${wanted?.split(/[?#]/)[0]}?${new URLSearchParams({ error })}`;
  return `${SIGN_IN}?${new URLSearchParams({ error, ...(wanted !== undefined && { callbackUrl: wanted }) })}`;
}

/** The wanted page in the cookie of next-auth, which is an address of this installation. */
export function wantedIn(cookie: string | undefined): string | undefined {
  const url = cookie === undefined ? null : URL.parse(cookie);
  if (!url) return undefined;
  const path = returnPath(`${url.pathname}${url.search}${url.hash}`);
  return path === "/" || path?.startsWith(SIGN_IN) ? undefined : path;
}
