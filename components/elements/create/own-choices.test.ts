import { expect, test } from "vitest";
import { choicesOf, keptChoices, type OwnChoices } from "./own-choices.ts";

const operation = (key: string, choice: "imported" | "current" | null, isEdited = false) =>
  ({ key, state: "changed", isEdited, choice }) as const;

test("a later preview keeps the choices about operations that compare as before, and no others", () => {
  const before = [operation("GET /a", "imported"), operation("GET /b", "imported"), operation("GET /c", null, true)];
  const after = [operation("GET /a", "imported"), operation("GET /b", null, true)];
  const own: OwnChoices = new Map([
    ["GET /a", "current"],
    ["GET /b", "imported"],
    ["GET /c", "current"],
  ]);
  const kept = keptChoices(own, before, after);
  expect([...kept]).toEqual([["GET /a", "current"]]);
  expect([...choicesOf(after, kept)]).toEqual([
    ["GET /a", "current"],
    ["GET /b", null],
  ]);
});
