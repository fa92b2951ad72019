import { createHmac } from "node:crypto";
import { isSame } from "../auth/is-same.ts";
import { once } from "../auth/once.ts";
import { Refusal } from "../call.ts";
import { canonical, within, type XmlElement } from "./xml.ts";

const CLOCKS_DIFFER_MS = 5 * 60_000;

type Client = { username: string; password: string; signingKey: string };

/**
 * Checks the `Security` header of a message. It has the shape of WS-Security, with HMACs instead of SHA-1 and XML-DSig,
 * so that a script with `CE.hmac` can create it:
 *
 * - `UsernameToken` has `Username`, `Nonce`, `Created` (ISO, at most 5 minutes from now) and `Password`, which is
 *   base64(HMAC-SHA1(password, nonce + created)). Each nonce can be used once.
 * - `Signature/SignatureValue` is base64(HMAC-SHA256(signing key, created + canonical Body)); see `canonical`.
 */
export function messageSecurity({ username, password, signingKey }: Client, now: () => Date) {
  const isNew = once();
  return (envelope: XmlElement): void => {
    const security = within(envelope, "Header", "Security");
    const field = (...names: string[]) => within(security, ...names)?.text ?? "";
    const body = within(envelope, "Body");
    if (!security || !body) throw refused("MessageUnsigned", "The message has no Security header.");
    const [nonce, createdAt] = [field("UsernameToken", "Nonce"), field("UsernameToken", "Created")];
    if (!(Math.abs(Date.parse(createdAt) - now().getTime()) <= CLOCKS_DIFFER_MS)) {
      throw refused("MessageExpired", "Created is too far from our time.");
    }
    const digest = createHmac("sha1", password)
      .update(nonce + createdAt)
      .digest("base64");
    if (field("UsernameToken", "Username") !== username || !isSame(field("UsernameToken", "Password"), digest)) {
      throw refused("FailedAuthentication", "The user name or the password digest is wrong.");
    }
    const signature = createHmac("sha256", signingKey)
      .update(createdAt + canonical(body))
      .digest("base64");
    if (!isSame(field("Signature", "SignatureValue"), signature)) {
      throw refused("FailedCheck", "The signature does not fit the body.");
    }
    if (nonce === "" || !isNew(nonce)) throw refused("NonceUsed", "The nonce was used already.");
  };
}

const refused = (code: string, message: string) => new Refusal(401, `wsse:${code}`, message);
