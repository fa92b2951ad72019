import { defineResourceType } from "./resource-type.ts";

export const oauthOnAuthorizeUrl = defineResourceType({
  type: "oauthOnAuthorizeUrl",
  label: "OAuth on authorize URL",
  summary: "Returns the address at which people grant access.",
  runsAt: ["authorizationUrl"],
});

export const oauthOnTokenExchange = defineResourceType({
  type: "oauthOnTokenExchange",
  label: "OAuth on token exchange",
  summary: "Exchanges the code for a token in place of the token URL.",
  runsAt: ["exchange"],
});

export const oauthOnTokenRefresh = defineResourceType({
  type: "oauthOnTokenRefresh",
  label: "OAuth on token refresh",
  summary: "Refreshes the token in place of the refresh URL.",
  runsAt: ["refresh"],
});

export const oauthOnTokenRevoke = defineResourceType({
  type: "oauthOnTokenRevoke",
  label: "OAuth on token revoke",
  summary: "Revokes the token in place of the revoke URL.",
  runsAt: ["revoke"],
});

export const oauthOnTokenRequest = defineResourceType({
  type: "oauthOnTokenRequest",
  label: "OAuth on token request",
  summary: "Returns a request token in place of the request token URL.",
  runsAt: ["requestToken"],
});

export const oauth1OnTokenRequest = defineResourceType({
  type: "oauth1OnTokenRequest",
  label: "OAuth1 on token request",
  summary: "Returns a request token of OAuth 1.0 in place of the request token URL.",
  runsAt: ["requestToken"],
});
