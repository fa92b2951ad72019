import fc from "fast-check";
import { expect, test } from "vitest";
import { redact } from "./redact.ts";

const SECRET = `a!b'c(d)e~f g/h"ü&<+k`;
const after = (start: string, text: string) => text.slice(start.length);
const strict = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
const ofForm = (text: string) => after("=", new URLSearchParams({ "": text }).toString());
const inBase64 = (text: string) => Buffer.from(text).toString("base64");
const inMarkup = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** How requests contain a secret, and providers repeat it. */
const FORMS: Record<string, (secret: string) => string> = {
  "as it is": (secret) => secret,
  "in an address": encodeURIComponent,
  "in a query that was parsed": (secret) =>
    after("http://x/?", new URL(`http://x/?${encodeURIComponent(secret)}`).href),
  "in a query that was not encoded": (secret) => after("http://x/?", new URL(`http://x/?${secret}`).href),
  "in a path that was not encoded": (secret) => after("http://x/", new URL(`http://x/${secret}`).href),
  "in a form": ofForm,
  "in a form, in lower case": (secret) => ofForm(secret).replaceAll(/%../g, (code) => code.toLowerCase()),
  "in the strict encoding of OAuth 1": strict,
  "in Base64": inBase64,
  "in Base64 without padding": (secret) => inBase64(secret).replace(/=+$/, ""),
  "in Base64 for addresses": (secret) => Buffer.from(secret).toString("base64url"),
  "in Base64 in a form": (secret) => ofForm(inBase64(secret)),
  "in JSON": (secret) => JSON.stringify(secret).slice(1, -1),
  "in JSON with escaped slashes": (secret) => JSON.stringify(secret).slice(1, -1).replaceAll("/", "\\/"),
  "in JSON in ASCII": (secret) => JSON.stringify(secret).slice(1, -1).replaceAll("ü", "\\u00fc"),
  "in the text of markup": (secret) => inMarkup(secret).replaceAll(">", "&gt;"),
  "in an attribute": (secret) => inMarkup(secret).replaceAll('"', "&quot;"),
  "in an attribute of a page": (secret) => inMarkup(secret).replaceAll('"', "&quot;").replaceAll("'", "&#39;"),
};

test.each(Object.entries(FORMS))("a secret is masked %s", (_, write) => {
  for (const secret of [SECRET, "plain-secret", "12345678", "a~b~", "a/b+c=d"]) {
    const text = `(${write(secret)})`;
    expect(redact(text, [secret]).text).toBe("(********)");
    expect(redact(JSON.stringify({ body: JSON.stringify({ text }) }), [secret]).text).toBe(
      JSON.stringify({ body: JSON.stringify({ text: "(********)" }) }),
    );
  }
});

test("the text around a secret in an address keeps its spelling", () => {
  expect(redact("/%c3%bc?a=%2f%2F&b=a%2fb%2Bcd&%aF", ["a/b+cd"]).text).toBe("/%c3%bc?a=%2f%2F&b=********&%aF");
});

test("every secret is found in every form, and JSON text stays JSON", () => {
  const secret = fc.string({ minLength: 4, unit: "grapheme" }).filter((text) => text.isWellFormed());
  const forms = Object.entries(FORMS).filter(([name]) => !/not encoded/.test(name));
  fc.assert(
    fc.property(secret, fc.constantFrom(...forms), fc.integer(), (hidden, [, write], number) => {
      const { text } = redact(JSON.stringify({ echo: `[${write(hidden)}]`, number }), [hidden, "1234"]);
      expect(() => JSON.parse(text)).not.toThrow();
      expect(text).toContain("********");
    }),
  );
});
