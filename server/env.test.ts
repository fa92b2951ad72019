import { expect, test } from "vitest";
import { parseEnv } from "./env.ts";

test("what is wrong is said in the product's words, whichever process reads it", () => {
  expect(() => parseEnv({ NEXTAUTH_SECRET: "short" })).toThrow("NEXTAUTH_SECRET: must have at least 16 characters");
});
