import { AsyncLocalStorage } from "node:async_hooks";
import { cookies } from "next/headers";
import type { AuthOptions } from "next-auth";
import { afterProvider, wantedIn } from "#server/account/after-provider.ts";
import { claimedNames } from "#server/account/claimed-names.ts";
import { signInReason } from "#server/account/sign-in-reason.ts";
import { verifiedEmail } from "#server/account/verified-email.ts";
import { parseEnv } from "#server/env.ts";
import type { Failure } from "#server/errors.ts";
import { ELSEWHERE_HEADER } from "#server/routing-key.ts";
import { screenHandler } from "./screen-handler.ts";

export const SINGLE_SIGN_ON = "oidc";

/** The OpenID Connect provider configured in the environment, if any. */
export function singleSignOn(): AuthOptions["providers"] {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME } = parseEnv(process.env);
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET) return [];
  return [
    {
      id: SINGLE_SIGN_ON,
      name: OIDC_NAME,
      type: "oauth",
      wellKnown: `${OIDC_ISSUER.replace(/\/$/, "")}/.well-known/openid-configuration`,
      clientId: OIDC_CLIENT_ID,
      clientSecret: OIDC_CLIENT_SECRET,
      authorization: { params: { scope: "openid email profile" } },
      idToken: true,
      checks: ["pkce", "state", "nonce"],
      profile: ({ sub, email }) => ({ id: sub, email }),
    },
  ];
}

type Handler = Awaited<ReturnType<typeof screenHandler>>;
export type Entered = Awaited<ReturnType<Handler["createSession"]>>;

/** The result for a person whom the provider named: `error` is for the page; `stranger` is an address that no user has. */
export type Outcome = {
  entered?: Entered;
  isNew?: boolean;
  error?: string;
  stranger?: string;
};

/** The errors for the page, by the reason of the refusal. */
const ERRORS: Partial<Record<string, string>> = {
  unknownAddress: "Unknown",
  deactivated: "Deactivated",
  otherAddress: "OtherAddress",
  invited: "Invited",
};

/** Creates the session of a person by the claims of the provider. */
export async function enterByProvider(
  claims: unknown,
  from: { invitation: string | undefined; userAgent: string | undefined },
): Promise<Outcome> {
  const email = verifiedEmail(claims);
  if (email === undefined) {
    logSignIn("Unverified", "the provider did not send an e-mail address with email_verified: true");
    return { error: "Unverified" };
  }
  const handler = await screenHandler();
  try {
    const entered = await handler.createOidcSession({ email, ...claimedNames(claims, email), ...from });
    return { entered, isNew: entered.isNew };
  } catch (error) {
    const refusal = (error as Error).cause as Failure | undefined;
    const shown = ERRORS[refusal?.reason ?? ""] ?? "Callback";
    return { error: shown, ...(shown === ERRORS.unknownAddress && { stranger: email }) };
  }
}

/** The facts in a request about the sign-in to which it belongs. */
export type Return = {
  path: string;
  wanted: string | undefined;
  providerError: string | null;
  userAgent: string | undefined;
  /** No log may contain them. */
  secrets: string[];
};

const WANTED = ["__Secure-next-auth.callback-url", "next-auth.callback-url"];

export async function readReturn(request: Request): Promise<Return> {
  const { pathname: path, searchParams } = new URL(request.url);
  const jar = await cookies();
  const cookie = WANTED.map((name) => jar.get(name)?.value).find((value) => value !== undefined);
  return {
    path,
    wanted: wantedIn(cookie),
    providerError: searchParams.get("error"),
    userAgent: request.headers.get("user-agent") ?? undefined,
    secrets: [
      parseEnv(process.env).OIDC_CLIENT_SECRET ?? "",
      ...["code", "state", "session_state"].flatMap((name) => searchParams.getAll(name)),
    ],
  };
}

/** The logger of next-auth is that of the last request, so it cannot know the secrets of its own. */
const secrets = new AsyncLocalStorage<readonly string[]>();

export const withSecrets = <Result>(known: readonly string[], work: () => Result): Result => secrets.run(known, work);

export const logSignInError = (code: string, metadata: unknown): void =>
  logSignIn(code, signInReason(code, metadata, secrets.getStore() ?? []));

const FROM_PROVIDER = `/api/auth/callback/${SINGLE_SIGN_ON}`;
const OF_ERRORS = [FROM_PROVIDER, "/api/auth/error"];

type Finished = Return & { outcome: Outcome | undefined; hasSession: () => Promise<boolean> };

/** Replaces where the response to a person from the provider leads, and tells the router whom no user here matches. */
export async function leadOn(response: Response, { outcome, hasSession, path, ...returned }: Finished): Promise<void> {
  const location = response.headers.get("location");
  if (location === null || !OF_ERRORS.includes(path)) return;
  const { error: refusal, isNew = false, stranger } = outcome ?? {};
  const isBack = path === FROM_PROVIDER && outcome === undefined;
  const next = { ...returned, location, refusal, isNew, hasSession: isBack && (await hasSession()) };
  response.headers.set("location", afterProvider(next));
  // The router looks for their cell, and passes the header on to nobody (docs/scale.md).
  if (stranger !== undefined && parseEnv(process.env).CELL_KEY !== undefined)
    response.headers.set(ELSEWHERE_HEADER, encodeURIComponent(stranger));
}

const logSignIn = (code: string, reason: string | undefined): void =>
  void screenHandler().then((handler) => handler.logSignIn(code, reason));
