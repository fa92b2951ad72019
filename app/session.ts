import { cookies } from "next/headers";
import NextAuth, { type AuthOptions } from "next-auth";
import credentialsModule from "next-auth/providers/credentials";
import type { Access } from "#components/screens/may-see.ts";
import { routeTo } from "#components/screens/screens.ts";
import type { Person } from "#components/shell/account-label.tsx";
import { invitationIn } from "#server/account/after-provider.ts";
import { isOwnedBy, OTHER_USER, PAGE_OWNER } from "#server/account/page-owner.ts";
import { returnPath } from "#server/account/return-path.ts";
import { highestRole } from "#server/account/roles.ts";
import { withStep } from "#server/account/sign-in-steps.ts";
import { parseEnv } from "#server/env.ts";
import { readSessionCookie } from "#server/session-cookie.ts";
import { screenHandler } from "./screen-handler.ts";
import {
  type Entered,
  enterByProvider,
  leadOn,
  logSignInError,
  type Outcome,
  type Return,
  readReturn,
  SINGLE_SIGN_ON,
  singleSignOn,
  withSecrets,
} from "./single-sign-on.ts";

const SESSION_SECONDS = 8 * 3600;

/** The signed-in user from the encrypted cookie. `token` identifies the session; browser scripts cannot read it. */
export type SignedIn = Person & { token: string };

/** The module is CommonJS, so its default export may be nested one level deeper. */
const credentials = ((credentialsModule as unknown as { default?: typeof credentialsModule }).default ??
  credentialsModule) as typeof credentialsModule;

const signedInAs = ({
  id,
  token,
  fullName,
  email,
  organizationName,
  organizationAdmin,
  accountAdmin,
  roles,
}: Entered): SignedIn => ({
  id: String(id),
  token,
  name: fullName,
  email,
  organization: organizationName,
  role: roles[0]?.name ?? "",
  mayInvite: organizationAdmin,
  isAdministrator: accountAdmin,
  isViewer: highestRole(roles.map(({ key }) => key)).access === "viewer",
});

/** A rejected sign-in, with response headers such as Retry-After. */
type Refusal = {
  kind: string;
  reason?: string | undefined;
  sentences?: readonly object[] | undefined;
  headers: Record<string, string>;
};

type Notified = {
  refused: (refusal: Refusal) => void;
  /** Receives the result for the person whom the OpenID Connect provider named. */
  proven: (outcome: Outcome) => void;
};

const options = ({ refused, proven }: Notified, { wanted, userAgent }: Return): AuthOptions => ({
  session: { strategy: "jwt", maxAge: SESSION_SECONDS },
  // The default log lines of next-auth would contain the submitted credentials.
  logger: {
    error: logSignInError,
    warn: () => {},
    debug: () => {},
  },
  pages: { signIn: routeTo("signIn"), error: routeTo("signIn") },
  providers: [
    credentials({
      credentials: { username: {}, password: {}, code: {}, newPassword: {} },
      async authorize(given, { headers }) {
        const { username = "", password = "", code, newPassword } = given ?? {};
        const handler = await screenHandler();
        const entered = await handler
          .createSession({ username, password, code, newPassword, userAgent: headers?.["user-agent"] })
          .catch((error: Error) => {
            const data = error.cause as Refusal | undefined;
            if (data) refused(data);
            throw new Error(withStep(data?.reason, error.message, data?.sentences));
          });
        return signedInAs(entered);
      },
    }),
    ...singleSignOn(),
  ],
  callbacks: {
    /** Users of the OpenID Connect provider must exist here, or be invited, with their verified e-mail address. */
    async signIn({ user, account, profile }) {
      if (account?.provider !== SINGLE_SIGN_ON) return true;
      const outcome = await enterByProvider(profile, { invitation: invitationIn(wanted), userAgent });
      proven(outcome);
      if (outcome.error) return routeTo("signIn", { error: outcome.error });
      Object.assign(user, outcome.entered && signedInAs(outcome.entered));
      return true;
    },
    redirect({ url, baseUrl }) {
      const path = url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url;
      return `${baseUrl}${returnPath(path) ?? "/home"}`;
    },
    jwt: ({ token, user }) => (user ? { ...token, signedIn: user } : token),
  },
  events: {
    signOut: async ({ token }) => (await screenHandler()).endSession((token as { signedIn: SignedIn }).signedIn.token),
  },
});

/**
 * next-auth reads its own address and key from the environment. It returns 401 for every rejected sign-in; too many
 * attempts return 429 instead. A page of another user does not end the session.
 */
export async function handleAuth(request: Request, context: unknown): Promise<Response> {
  const session = await readSession();
  if (session && !isOwnedBy(request.headers.get(PAGE_OWNER), session))
    return Response.json({ message: OTHER_USER, reason: "otherUser" }, { status: 401 });
  process.env.NEXTAUTH_URL ??= parseEnv(process.env).PUBLIC_URL;
  let refusal: Refusal | undefined;
  let outcome: Outcome | undefined;
  const returned = await readReturn(request);
  const notified = { refused: (given: Refusal) => (refusal = given), proven: (given: Outcome) => (outcome = given) };
  const handlers = NextAuth(options(notified, returned));
  const response: Response = await withSecrets(returned.secrets, () => handlers(request, context));
  response.headers.set("cache-control", "no-store");
  await leadOn(response, { ...returned, outcome, hasSession: isSignedIn });
  if (refusal?.kind !== "tooManyRequests") return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(refusal.headers)) headers.set(name, value);
  return new Response(response.body, { status: 429, headers });
}

/** The signed-in user, or null. Each request to the server checks whether the session is still valid. */
export async function readSession(): Promise<SignedIn | null> {
  const jar = await cookies();
  return (await readSessionCookie<SignedIn>((name) => jar.get(name)?.value, process.env.NEXTAUTH_SECRET)) ?? null;
}

/** The rights of the signed-in user, by which screens adapt to them. */
export async function readAccess(): Promise<Access> {
  const session = await readSession();
  return { isAdministrator: session?.isAdministrator === true, mayInvite: session?.mayInvite === true };
}

/** Whether the visitor has a session that has not ended. */
export async function isSignedIn(): Promise<boolean> {
  const session = await readSession();
  return session !== null && (await screenHandler()).isSignedIn(session.token);
}
