import { createHash, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export const OIDC_CLIENT = { id: "formulary", secret: "secret of the test" };

type Grant = { nonce: string | null; challenge: string | null; email: string };

/** Addresses for which the provider does something else than to name their owner. */
export const OIDC_PEOPLE = {
  refused: "refused@example.test",
  unverified: "unverified@example.test",
  ofOtherIssuer: "other-issuer@example.test",
};

/**
 * A small OpenID provider without a sign-in form: the cookie `person` names the user. It checks what a real one checks:
 * client, redirect address, PKCE, and that a code is used once.
 */
export async function openOidcProvider(): Promise<{ issuer: string; close: () => void }> {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const grants = new Map<string, Grant>();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "", issuer());
    const send = (status: number, body: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (url.pathname === "/.well-known/openid-configuration") return send(200, discovery(issuer()));
    if (url.pathname === "/jwks")
      return send(200, { keys: [{ ...publicKey.export({ format: "jwk" }), kid: "1", alg: "RS256", use: "sig" }] });
    if (url.pathname === "/authorize") {
      const params = url.searchParams;
      const code = randomUUID();
      const email = decodeURIComponent(/person=([^;]+)/.exec(request.headers.cookie ?? "")?.[1] ?? "");
      grants.set(code, { nonce: params.get("nonce"), challenge: params.get("code_challenge"), email });
      const back = new URL(params.get("redirect_uri") ?? "");
      if (email === OIDC_PEOPLE.refused) back.searchParams.set("error", "access_denied");
      else back.searchParams.set("code", code);
      back.searchParams.set("state", params.get("state") ?? "");
      return response.writeHead(302, { location: back.href }).end();
    }
    if (url.pathname !== "/token") return send(404, {});
    let text = "";
    for await (const part of request) text += part;
    const sent = new URLSearchParams(text);
    const grant = grants.get(sent.get("code") ?? "");
    grants.delete(sent.get("code") ?? "");
    const basic = Buffer.from(`${OIDC_CLIENT.id}:${encodeURIComponent(OIDC_CLIENT.secret).replaceAll("%20", "+")}`);
    const isClient = request.headers.authorization === `Basic ${basic.toString("base64")}`;
    const challenge = createHash("sha256")
      .update(sent.get("code_verifier") ?? "")
      .digest("base64url");
    if (!grant || !isClient || challenge !== grant.challenge) return send(400, { error: "invalid_grant" });
    return send(200, { access_token: randomUUID(), token_type: "Bearer", id_token: idToken(grant) });
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));

  const issuer = () => `http://localhost:${(server.address() as AddressInfo).port}`;

  function idToken({ email, nonce }: Grant): string {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: email === OIDC_PEOPLE.ofOtherIssuer ? "https://other-issuer.test" : issuer(),
      aud: OIDC_CLIENT.id,
      sub: email,
      email,
      email_verified: email !== OIDC_PEOPLE.unverified,
      given_name: "Ada",
      family_name: "Provided",
      nonce,
      iat: now,
      exp: now + 300,
    };
    const parts = [{ alg: "RS256", kid: "1" }, claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString("base64url"),
    );
    const signature = sign("RSA-SHA256", Buffer.from(parts.join(".")), privateKey).toString("base64url");
    return [...parts, signature].join(".");
  }

  return { issuer: issuer(), close: () => void server.close() };
}

const discovery = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ["code"],
  subject_types_supported: ["public"],
  id_token_signing_alg_values_supported: ["RS256"],
});
