import { cookies } from "next/headers";
import NextAuth, { type AuthOptions } from "next-auth";
import { decode } from "next-auth/jwt";
import credentialsModule from "next-auth/providers/credentials";
import { parseEnv } from "#server/env.ts";
import { serverDoor } from "./server-door.ts";

const SESSION_SECONDS = 8 * 3600;
const COOKIES = ["__Secure-next-auth.session-token", "next-auth.session-token"];

/** Who is signed in, as the sealed cookie tells. `token` opens the session and never reaches the browser's scripts. */
export type SignedIn = { token: string; name: string; email: string; organization: string; role: string };

/** The module is CommonJS: its default may be one level deeper. */
const credentials = ((credentialsModule as unknown as { default?: typeof credentialsModule }).default ??
  credentialsModule) as typeof credentialsModule;

const options: AuthOptions = {
  session: { strategy: "jwt", maxAge: SESSION_SECONDS },
  pages: { signIn: "/sign-in", error: "/sign-in" },
  providers: [
    credentials({
      credentials: { username: {}, password: {} },
      async authorize(given) {
        const { username = "", password = "" } = given ?? {};
        const user = await (await serverDoor()).enter({ username, password });
        const signedIn: SignedIn = {
          token: user.token,
          name: user.fullName,
          email: user.email,
          organization: user.organizationName,
          role: user.roles[0]?.name ?? "",
        };
        return { id: String(user.id), ...signedIn };
      },
    }),
  ],
  callbacks: {
    jwt: ({ token, user }) => (user ? { ...token, signedIn: user } : token),
  },
  events: {
    signOut: async ({ token }) => (await serverDoor()).leave((token as { signedIn: SignedIn }).signedIn.token),
  },
};

/** next-auth reads its own address and key from the environment. */
export function answerAuth(...call: Parameters<ReturnType<typeof NextAuth>>) {
  process.env.NEXTAUTH_URL ??= parseEnv(process.env).PUBLIC_URL;
  return NextAuth(options)(...call);
}

/** Who is signed in; null when nobody is. That the session still lives is asked with every call to the server. */
export async function readSession(): Promise<SignedIn | null> {
  const jar = await cookies();
  const sealed = COOKIES.map((name) => jar.get(name)?.value).find(Boolean);
  const { NEXTAUTH_SECRET: secret } = process.env;
  if (!sealed || !secret) return null;
  const token = await decode({ token: sealed, secret }).catch(() => null);
  return (token as { signedIn?: SignedIn } | null)?.signedIn ?? null;
}
