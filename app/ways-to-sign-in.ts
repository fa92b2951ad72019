import { parseEnv } from "#server/env.ts";

const DEMO_PEOPLE = [
  { username: "demo@formulary.test", role: "administrator" },
  { username: "designer@formulary.test", role: "designer" },
  { username: "viewer@formulary.test", role: "viewer" },
] as const;

/** The available sign-in methods besides a password: demo accounts and OpenID Connect, where they are configured. */
export function waysToSignIn() {
  const { DEMO, OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME } = parseEnv(process.env);
  return {
    service: OIDC_ISSUER && OIDC_CLIENT_ID && OIDC_CLIENT_SECRET ? OIDC_NAME : undefined,
    demo: DEMO ? { password: "formulary-demo", people: DEMO_PEOPLE } : undefined,
  };
}
