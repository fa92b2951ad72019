import { PROVIDER_URL } from "./provider-url.ts";

/** How to sign in with the demo's OAuth server for one of its providers, by its name there. */
export const demoOAuth = (provider: string) => ({
  "oauth.authorization.url": `${PROVIDER_URL}/oauth/authorize`,
  "oauth.token.url": `${PROVIDER_URL}/oauth/token`,
  "oauth.token.refresh_url": `${PROVIDER_URL}/oauth/token`,
  "oauth.token.revoke_url": `${PROVIDER_URL}/oauth/revoke`,
  "oauth.scope": provider,
});
