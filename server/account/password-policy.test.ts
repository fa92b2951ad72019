import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { inEnglish } from "./password-messages.ts";
import { passwordProblems, USUAL_POLICY } from "./password-policy.ts";

const who = { email: "fakeuser@example.test", firstName: "Marina", lastName: "Bigsby" };
const problems = (password: string, policy = {}) =>
  inEnglish(passwordProblems(password, { ...USUAL_POLICY, ...policy }, who));

test.each([
  ["short", "at least"],
  ["MissingNumber!", "numeric"],
  ["nouppercase1!", "uppercase"],
  ["NOLOWERCASE1!", "lowercase"],
  ["Marina12!", "first name"],
  ["Bigsby12!", "last name"],
  ["Fakeuser1!", "username"],
  ["NoSymbols1", "special character"],
  ["Zero\u0000Byte1!", "control characters"],
  ["A1!".padEnd(257, "a"), "longer than 256"],
  // NFKC turns the ligature into two letters.
  ["Aﬁ1!", "at least 8 characters"],
  ["ｍａｒｉｎａＸ１！", "first name"],
])("%j: %s", (password, words) => {
  expect(problems(password)).toContain(words);
});

test.each(["IAmGood1!", "Pässwört-1", "correct Horse 7"])("%j is allowed", (password) => {
  expect(problems(password)).toBe("");
});

test("only the special characters of the policy count", () => {
  expect(problems("SymbolsNotInTheSet1?", { symbolCharacterSet: "!@#" })).toContain("special character of !@#");
});

test("two-letter names are part of too many words to be forbidden", () => {
  expect(passwordProblems("Album-Xy-17", USUAL_POLICY, { ...who, firstName: "Al" })).toEqual([]);
});

test("ten megabytes are refused before anything is done with them (F15)", () => {
  const long = "ä".repeat(10_000_000);
  const normalize = vi.spyOn(String.prototype, "normalize");
  expect(problems(long)).toContain("256");
  expect(normalize).not.toHaveBeenCalled();
  normalize.mockRestore();
});

describe("for any password", () => {
  test("the sentences do not repeat it, and all its spellings are judged alike", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 12, maxLength: 40 }), (password) => {
        expect(problems(password)).not.toContain(password);
        expect(problems(password.normalize("NFD"))).toBe(problems(password.normalize("NFC")));
      }),
    );
  });
});
