import { expect, test } from "vitest";
import { parseEnv } from "./env.ts";

test("reports wrong settings in the product's words in every process", () => {
  expect(() => parseEnv({ NEXTAUTH_SECRET: "short" })).toThrow("NEXTAUTH_SECRET: must have at least 16 characters");
});
