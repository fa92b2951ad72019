import { PROVIDER_URL } from "./provider-url.ts";

/** The OAuth settings for one of the demo's providers, by its name on the demo's OAuth server. */
export const demoOAuth = (provider: string) => ({
  "oauth.authorization.url": `${PROVIDER_URL}/oauth/authorize`,
  "oauth.token.url": `${PROVIDER_URL}/oauth/token`,
  "oauth.token.refresh_url": `${PROVIDER_URL}/oauth/token`,
  "oauth.token.revoke_url": `${PROVIDER_URL}/oauth/revoke`,
  "oauth.scope": provider,
});
