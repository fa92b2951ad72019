import { describe, expect, test } from "vitest";
import { BRANDING_FIELDS, brandingProblem } from "./branding.ts";
import { isEmailAddress } from "./email-address.ts";

const whole = Object.fromEntries(BRANDING_FIELDS.map((field) => [field, field.endsWith("Font") ? "Inter" : "#A1b2c3"]));

describe("a branding", () => {
  test("with every font and color is fine", () => expect(brandingProblem(whole)).toBeUndefined());
  test.each([
    [{ headerColor: undefined }, "Branding missing required field(s): headerColor"],
    [{ headerFont: "", bodyColor: 7 }, "Branding missing required field(s): headerFont, bodyColor"],
    [{ bodyColor: "red" }, "Branding contains invalid color field(s): bodyColor"],
    [{ bodyColor: "#12345" }, "Branding contains invalid color field(s): bodyColor"],
    [{ bodyFont: "x".repeat(201) }, "bodyFont: must not be longer than 200 characters"],
  ])("with %j is not", (change, problem) => expect(brandingProblem({ ...whole, ...change })).toBe(problem));
});

test.each([
  ["ada@example.com", true],
  ["ada.lovelace+x@mail.example.com", true],
  ["ada", false],
  ["ada@", false],
  ["ada@example.com, eve@example.com", false],
  [`${"a".repeat(320)}@example.com`, false],
])("mail can go to %s: %s", (text, is) => expect(isEmailAddress(text)).toBe(is));
