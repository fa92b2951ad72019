import { createHmac, timingSafeEqual } from "node:crypto";

const FORM = /^([\w-]{43})\.([\w-]{8,400})\.([\w-]{43})$/;

const sign = (secret: string, text: string) =>
  createHmac("sha256", secret).update(`connect session ${text}`).digest("base64url");

/** The token of a hosted connect page: a random part and the origin that may frame the page, signed. */
export function connectToken(secret: string, { random, origin }: { random: string; origin: string }): string {
  const text = `${random}.${Buffer.from(origin).toString("base64url")}`;
  return `${text}.${sign(secret, text)}`;
}

/** The origin that may frame the page of a token; undefined if we did not sign it. */
export function originOfToken(secret: string | undefined, token: string): string | undefined {
  const [, random, origin = "", signature = ""] = FORM.exec(token) ?? [];
  if (!secret || random === undefined) return undefined;
  const expected = Buffer.from(sign(secret, `${random}.${origin}`));
  const given = Buffer.from(signature);
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return undefined;
  return Buffer.from(origin, "base64url").toString();
}
