import { type Call, type Guard, Refusal } from "../call.ts";
import { isSame } from "./is-same.ts";
import type { OAuth2 } from "./oauth2.ts";

/** HTTP Basic with one user. */
export const basic =
  ({ username, password }: { username: string; password: string }): Guard =>
  ({ headers }) => {
    const [, encoded = ""] = /^Basic (.+)$/i.exec(headers.authorization ?? "") ?? [];
    if (!isSame(Buffer.from(encoded, "base64").toString(), `${username}:${password}`)) {
      throw new Refusal(401, "bad_credentials", "The user name or the password is wrong.", {
        "www-authenticate": 'Basic realm="demo"',
      });
    }
  };

export const keyInHeader =
  (name: string, key: string): Guard =>
  ({ headers }) => {
    if (!isSame(String(headers[name] ?? ""), key))
      throw new Refusal(401, "bad_key", `The ${name} header has no valid key.`);
  };

export const keyInQuery =
  (name: string, key: string): Guard =>
  ({ query }) => {
    if (!isSame(query.get(name) ?? "", key))
      throw new Refusal(401, "bad_key", `The parameter ${name} has no valid key.`);
  };

/** A bearer token of our own OAuth server whose scope names the provider. */
export const bearer =
  (oauth: OAuth2, provider: string): Guard =>
  ({ headers }) => {
    const [, token] = /^Bearer (.+)$/i.exec(headers.authorization ?? "") ?? [];
    const state = oauth.check(token, provider);
    if (state === "good") return;
    throw new Refusal(state === "scope" ? 403 : 401, `token_${state}`, TOKEN_WORDS[state], {
      "www-authenticate": `Bearer error="${state === "scope" ? "insufficient_scope" : "invalid_token"}"`,
    });
  };

const TOKEN_WORDS = {
  invalid: "The access token is missing or invalid.",
  expired: "The access token has expired.",
  revoked: "Access was revoked.",
  scope: "The access token was not given for this service.",
} as const;

/** Accepts any of several schemes; the request's own scheme selects the guard, otherwise the first one checks. */
export const anyOf =
  (guards: Readonly<Record<string, Guard>>): Guard =>
  (call: Call) => {
    const scheme = call.headers.authorization?.split(" ")[0]?.toLowerCase() ?? "";
    const guard = guards[scheme] ?? Object.values(guards)[0];
    guard?.(call);
  };
