import { defineResourceType } from "./resource-type.ts";

export const oauthOnAuthorizeUrl = defineResourceType({
  type: "oauthOnAuthorizeUrl",
  label: "OAuth On Authorize URL",
  summary: "Returns the authorization URL.",
  runsAt: ["authorizationUrl"],
});

export const oauthOnTokenExchange = defineResourceType({
  type: "oauthOnTokenExchange",
  label: "OAuth On Token Exchange",
  summary: "Exchanges the code for a token in place of the token URL.",
  runsAt: ["exchange"],
});

export const oauthOnTokenRefresh = defineResourceType({
  type: "oauthOnTokenRefresh",
  label: "OAuth On Token Refresh",
  summary: "Refreshes the token in place of the refresh URL.",
  runsAt: ["refresh"],
});

export const oauthOnTokenRevoke = defineResourceType({
  type: "oauthOnTokenRevoke",
  label: "OAuth On Token Revoke",
  summary: "Revokes the token in place of the revoke URL.",
  runsAt: ["revoke"],
});

export const oauthOnTokenRequest = defineResourceType({
  type: "oauthOnTokenRequest",
  label: "OAuth On Token Request",
  summary: "Returns a request token in place of the request token URL.",
  runsAt: ["requestToken"],
});

export const oauth1OnTokenRequest = defineResourceType({
  type: "oauth1OnTokenRequest",
  label: "OAuth1 On Token Request",
  summary: "Returns a request token of OAuth 1.0 in place of the request token URL.",
  runsAt: ["requestToken"],
});
