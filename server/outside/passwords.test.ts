import { expect, test } from "vitest";
import { createPasswords } from "./passwords.ts";

const passwords = createPasswords();

test("a password matches its own hash and no other", async () => {
  const hash = await passwords.hash("correct horse");
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.verify(hash, "correct horse")).toBe(true);
  expect(await passwords.verify(hash, "correct horsf")).toBe(false);
  expect(await passwords.hash("correct horse")).not.toBe(hash);
});

test("composed and decomposed letters, wide and narrow digits are the same password (F15)", async () => {
  const hash = await passwords.hash("Zoë-１２３\u0000");
  expect(await passwords.verify(hash, "Zoe\u0308-123\u0000")).toBe(true);
  expect(await passwords.verify(hash, "Zoë-123")).toBe(false);
});

test("an over-long password is refused before it is hashed (F15)", async () => {
  await expect(passwords.hash("a".repeat(257))).rejects.toMatchObject({
    kind: "badRequest",
    message: "password: at most 256 characters.",
  });
  const hash = await passwords.hash("a".repeat(256));
  expect(await passwords.verify(hash, "a".repeat(256))).toBe(true);
  expect(await passwords.verify(hash, "a".repeat(10_000_000))).toBe(false);
});

test.each(["", "x", "$argon2id$", "$argon2id$v=19$m=19456,t=2,p=1$short$", "$2b$10$abcdefghijklmnopqrstuv"])(
  "a stored text %j that is no hash matches nothing",
  async (stored) => {
    expect(await passwords.verify(stored, "correct horse")).toBe(false);
  },
);
