import { DEMO_PASSWORD, DEMO_PEOPLE } from "#server/demo/people.ts";
import { parseEnv } from "#server/env.ts";

const demoPeople = DEMO_PEOPLE.map(({ email, role }) => ({ username: email, role }));

/** The available sign-in methods besides a password: demo accounts and OpenID Connect, where they are configured. */
export function waysToSignIn() {
  const { DEMO, OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME } = parseEnv(process.env);
  return {
    service: OIDC_ISSUER && OIDC_CLIENT_ID && OIDC_CLIENT_SECRET ? OIDC_NAME : undefined,
    demo: DEMO ? { password: DEMO_PASSWORD, people: demoPeople } : undefined,
  };
}
