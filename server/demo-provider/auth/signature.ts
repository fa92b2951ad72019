import { createHmac } from "node:crypto";
import { type Guard, Refusal } from "../call.ts";
import { isSame } from "./is-same.ts";
import { once } from "./once.ts";

const CLOCKS_DIFFER_MS = 5 * 60_000;

type Client = { accountId: string; key: string; secret: string };

/**
 * A custom signature scheme: `Authorization: ERP account=…, key=…, timestamp=…, nonce=…, signature=…`, where the
 * signature is HMAC-SHA256 in hex, under the secret, over account, key, timestamp, nonce and method, joined by `&`.
 * Each nonce can be used once.
 */
export function signature({ accountId, key, secret }: Client, now: () => Date): Guard {
  const isNew = once();
  return ({ headers, method }) => {
    const [, list = ""] = /^ERP (.+)$/.exec(headers.authorization ?? "") ?? [];
    const given = Object.fromEntries(
      [...list.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value ?? ""]),
    );
    const { account = "", key: givenKey = "", timestamp = "", nonce = "", signature: signed = "" } = given;
    if (account !== accountId || givenKey !== key) throw new Refusal(401, "INVALID_LOGIN", "Invalid account or key.");
    if (Math.abs(Number(timestamp) - now().getTime()) > CLOCKS_DIFFER_MS) {
      throw new Refusal(401, "INVALID_TIMESTAMP", "The timestamp is too far from ours.");
    }
    const base = [account, givenKey, timestamp, nonce, method].join("&");
    if (!isSame(signed, createHmac("sha256", secret).update(base).digest("hex"))) {
      throw new Refusal(401, "INVALID_SIGNATURE", "The signature does not match.");
    }
    if (!isNew(nonce)) throw new Refusal(401, "NONCE_USED", "The nonce was used already.");
  };
}
