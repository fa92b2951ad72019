import { Failure } from "#server/errors.ts";
import { header } from "../parameters/header.ts";
import type { Configuration } from "../ports.ts";
import { defineAuthType } from "./auth-type.ts";
import { authorEntry, choiceEntry, internalEntry } from "./entry.ts";
import { ACCESS_TOKEN, AUTHORIZATION_URL, addressIn, clientEntries } from "./oauth-client.ts";
import type { signed as sign } from "./oauth1-signature.ts";
import { tokenFields, tokenOf } from "./token-reply.ts";

/**
 * OAuth 1.0 (RFC 5849) with HMAC-SHA1: a request token, a person's grant, an access token that does not end, and a
 * signature over every call, in the header or with `oauth.request.authorization.type` = `query` in the address.
 */
export const oauth1 = defineAuthType({
  type: "oauth1",
  label: "OAuth 1.0",
  summary: "A person grants access at the provider. Every request is signed.",
  configuration: [
    ...clientEntries({ id: "Consumer key", secret: "Consumer secret" }),
    authorEntry("oauth.request.url", "TEXTFIELD_1000", "Request token URL", "Where request tokens are requested"),
    AUTHORIZATION_URL,
    authorEntry("oauth.token.url", "TEXTFIELD_1000", "Token URL", "Where access tokens are requested"),
    choiceEntry(
      "oauth.request.authorization.type",
      ["TEXTFIELD_32", "Place of the signature", "Where requests have their signature"],
      [header.type, "query"],
    ),
    ACCESS_TOKEN,
    internalEntry("oauth.user.token.secret", "PASSWORD", "Token secret", "The user's token secret"),
  ],

  required: () => ["oauth.request.url", "oauth.authorization.url", "oauth.token.url"],

  sign: (request, configuration, at) =>
    signed(request, credentials(configuration), { ...at, isInQuery: isInQuery(configuration) }),

  requestToken(configuration, at) {
    const { "oauth.callback.url": callback, "oauth.scope": scope } = configuration;
    const url = addressIn(configuration, "oauth.request.url");
    if (scope) url.searchParams.set("scope", scope);
    return signed(post(url), client(configuration), {
      ...at,
      isInQuery: isInQuery(configuration),
      extra: { oauth_callback: callback || "oob" },
    });
  },

  authorizationUrl(configuration, { requestToken, callbackUrl, ...values }) {
    if (!requestToken) throw new Failure("badRequest", "requestToken: is required. Get one from GET …/oauth/token.");
    const url = addressIn(configuration, "oauth.authorization.url", values);
    url.searchParams.set("oauth_token", requestToken);
    return url.href;
  },

  exchange(configuration, { oauth_token: token, oauth_verifier: verifier, secret: tokenSecret }, at) {
    if (typeof token !== "string" || typeof verifier !== "string") return null;
    return signed(
      post(addressIn(configuration, "oauth.token.url")),
      { ...client(configuration), token, tokenSecret: typeof tokenSecret === "string" ? tokenSecret : "" },
      { ...at, isInQuery: isInQuery(configuration), extra: { oauth_verifier: verifier } },
    );
  },

  providerData: "oauth_token, oauth_verifier and secret are",

  readGrant(body) {
    const fields = tokenFields(body);
    return {
      "oauth.user.token": tokenOf(fields, "oauth_token"),
      "oauth.user.token.secret": tokenOf(fields, "oauth_token_secret"),
    };
  },
});

/** Browsers show the type, and sign nothing. */
const signed = async (...given: Parameters<typeof sign>) => (await import("./oauth1-signature.ts")).signed(...given);

const client = (configuration: Configuration) => ({
  consumerKey: configuration["oauth.api.key"] ?? "",
  consumerSecret: configuration["oauth.api.secret"] ?? "",
});

const credentials = (configuration: Configuration) => ({
  ...client(configuration),
  token: configuration["oauth.user.token"],
  tokenSecret: configuration["oauth.user.token.secret"] ?? "",
});

const isInQuery = (configuration: Configuration) =>
  configuration["oauth.request.authorization.type"]?.trim().toLowerCase() === "query";

const post = (url: URL) => ({ method: "POST", url: url.href, headers: { accept: "*/*" } });
