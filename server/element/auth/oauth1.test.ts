import { describe, expect, test } from "vitest";
import { oauth1 } from "./oauth1.ts";
import { baseString, signatureOf, signed } from "./oauth1-signature.ts";

describe("RFC 5849's own example", () => {
  const client = { consumerKey: "dpf43f3p2l4k3l03", consumerSecret: "kd94hf93k423kf44" };

  /** Without `oauth_version`, which the example leaves out. */
  const signatureFor = (
    [method, url]: [string, string],
    oauth: Record<string, string>,
    credentials: Parameters<typeof signatureOf>[1],
  ) => {
    const common = { oauth_consumer_key: client.consumerKey, oauth_signature_method: "HMAC-SHA1" };
    return signatureOf(baseString({ method, url, headers: {} }, Object.entries({ ...common, ...oauth })), credentials);
  };

  test("RFC 5849 §1.2: requests the token", () => {
    const oauth = {
      oauth_token: "hh5s93j4hdidpola",
      oauth_timestamp: "137131201",
      oauth_nonce: "walatlh",
      oauth_verifier: "hfdp7dh39dks9884",
    };
    const credentials = { ...client, tokenSecret: "hdhd0244k9j7ao03" };
    expect(signatureFor(["POST", "https://photos.example.net/token"], oauth, credentials)).toBe(
      "gKgrFCywp7rO0OXSjdot/IHF7IU=",
    );
  });

  test("RFC 5849 §1.2: the photo is fetched", () => {
    const oauth = { oauth_token: "nnch734d00sl2jdk", oauth_timestamp: "137131202", oauth_nonce: "chapoH" };
    const credentials = { ...client, tokenSecret: "pfkkdhi9sl3r4s00" };
    const photo = "http://photos.example.net/photos?file=vacation.jpg&size=original";
    expect(signatureFor(["GET", photo], oauth, credentials)).toBe("MdpQcU8iPSUjWoN/UDMsK2sui9I=");
  });

  test("RFC 5849 §3.4.1.1: the signature base string", () => {
    const request = {
      method: "post",
      url: "http://EXAMPLE.com:80/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "c2&a3=2+q",
    };
    const oauth: [string, string][] = [
      ["oauth_consumer_key", "9djdj82h48djs9d2"],
      ["oauth_token", "kkk9d7dh3k39sjv7"],
      ["oauth_signature_method", "HMAC-SHA1"],
      ["oauth_timestamp", "137131201"],
      ["oauth_nonce", "7d8f3e4a"],
    ];
    expect(baseString(request, oauth)).toBe(
      "POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26" +
        "c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26" +
        "oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7",
    );
  });
});

const at = { now: new Date(1e12), nonce: "n" };
const configuration = {
  "oauth.api.key": "key",
  "oauth.api.secret": "secret",
  "oauth.callback.url": "https://app.example/back",
  "oauth.request.url": "https://{subdomain}.example/request",
  "oauth.authorization.url": "https://{subdomain}.example/authorize",
  "oauth.token.url": "https://{subdomain}.example/token",
  subdomain: "acme",
};

test("gets a request token with the callback, sends the user to the provider with it, and exchanges the verifier for a token", async () => {
  expect(await oauth1.requestToken?.(configuration, at)).toMatchObject({
    method: "POST",
    url: "https://acme.example/request",
    headers: { authorization: expect.stringContaining('oauth_callback="https%3A%2F%2Fapp.example%2Fback"') },
  });
  expect(oauth1.authorizationUrl?.(configuration, { requestToken: "r&t" })).toBe(
    "https://acme.example/authorize?oauth_token=r%26t",
  );
  const providerData = { oauth_token: "r", oauth_verifier: "v", secret: "s" };
  expect(await oauth1.exchange?.(configuration, providerData, at)).toMatchObject({
    url: "https://acme.example/token",
    headers: { authorization: expect.stringMatching(/oauth_token="r".*oauth_verifier="v"/) },
  });
  expect(oauth1.exchange?.(configuration, { code: "c" }, at)).toBeNull();
});

test("the access token comes as a form", () => {
  expect(oauth1.readGrant?.("oauth_token=t&oauth_token_secret=s&user_id=1", at)).toEqual({
    "oauth.user.token": "t",
    "oauth.user.token.secret": "s",
  });
});

test("with oauth.request.authorization.type = query the signature stands in the address, with the same text", () => {
  const credentials = { consumerKey: "k", consumerSecret: "s", token: "t", tokenSecret: "ts" };
  const request = { method: "GET", url: "https://a.example/x?q=1", headers: {} };
  const inQuery = new URL(signed(request, credentials, { ...at, isInQuery: true }).url).searchParams;
  const { authorization = "" } = signed(request, credentials, { ...at, isInQuery: false }).headers;
  const [, inHeader = ""] = /oauth_signature="([^"]+)"/.exec(authorization) ?? [];
  expect(inQuery.get("oauth_signature")).toBe(decodeURIComponent(inHeader));
  expect(inQuery.get("q")).toBe("1");
});
