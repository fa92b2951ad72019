import { expect, test } from "vitest";
import { isCommonPassword } from "./common-password.ts";

test.each([
  "password",
  "Password1!",
  "P@ssw0rd",
  "P@$$w0rd2026!",
  "Summer2026!",
  "123Welcome!",
  "qwerty123",
  "Dragon#99",
  "passＷord",
])("%s is common", async (password) => expect(await isCommonPassword(password)).toBe(true));

test.each([
  "Engine-1842",
  "correct horse battery staple",
  "Summer rain in Basel 7!",
  "xK9#vTq2",
  "7421!",
  "ünïcödé-Wort-9",
])("%s is not", async (password) => expect(await isCommonPassword(password)).toBe(false));
