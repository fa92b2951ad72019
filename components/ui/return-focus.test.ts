import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const ROOT = new URL("../", import.meta.url);

test("a popup that chooses where the focus returns to leaves it where the user moved it meanwhile", () => {
  const choices = readdirSync(ROOT, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx"))
    .flatMap((file) => readFileSync(new URL(file, ROOT), "utf8").match(/\bfinalFocus=\{\S*/g) ?? []);
  expect(choices.length).toBeGreaterThan(1);
  expect(choices.filter((choice) => !choice.startsWith("finalFocus={returnFocus("))).toEqual([]);
});
