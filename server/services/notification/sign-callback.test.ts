import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { newSigningSecret } from "./credentials.ts";
import { signCallback } from "./sign-callback.ts";

const now = () => Math.floor(Date.now() / 1000);

test.each([
  ["a plain body", '{"id":1}'],
  ["ids with dots, unicode and odd numbers (H07)", '{"id":"a.b.c","text":"Zażółć  😀","n":12345678901234567890.10}'],
  ["a body of 20 KB and more", JSON.stringify({ text: "é".repeat(20_000) })],
])("%s is verified by the reference library, byte by byte", (_, body) => {
  const [secret, other] = [newSigningSecret(), newSigningSecret()];
  const headers = signCallback({ id: "msg.1", timestamp: now(), body }, { signatureKey: "", secrets: [secret, other] });
  // During a rotation either of the two secrets verifies (H06).
  for (const known of [secret, other]) expect(() => new Webhook(known).verify(body, headers)).not.toThrow();
  expect(() => new Webhook(newSigningSecret()).verify(body, headers)).toThrow();
  expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow();
});

test("the original signature is the HMAC-SHA256 of the body under the key as it was typed", () => {
  const headers = signCallback({ id: "i", timestamp: 1, body: '{"a":"é"}' }, { signatureKey: "my key", secrets: [] });
  expect(headers).toEqual({
    "elements-webhook-id": "i",
    "elements-webhook-signature": `sha256=${createHmac("sha256", "my key").update('{"a":"é"}', "utf8").digest("base64")}`,
    "webhook-id": "i",
    "webhook-timestamp": "1",
  });
});

test("without a key there is no original signature, and always an id", () => {
  const headers = signCallback({ id: "i", timestamp: 1, body: "{}" }, { signatureKey: "", secrets: [] });
  expect(Object.keys(headers)).toEqual(["elements-webhook-id", "webhook-id", "webhook-timestamp"]);
});
