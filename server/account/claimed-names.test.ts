import { expect, test } from "vitest";
import { claimedNames } from "./claimed-names.ts";

test.each<[unknown, string, string]>([
  [{ given_name: "Ada", family_name: "Lovelace", name: "Countess" }, "Ada", "Lovelace"],
  [{ given_name: "Ada" }, "Ada", ""],
  [{ name: " Ada  King Lovelace " }, "Ada", "King Lovelace"],
  [{ name: "Ada\nKing" }, "Ada", "King"],
  [{ given_name: 7, name: null }, "ada.l", ""],
  [{ given_name: "x".repeat(300) }, "x".repeat(100), ""],
  [undefined, "ada.l", ""],
])("the names in %j", (claims, firstName, lastName) => {
  expect(claimedNames(claims, "ada.l@acme.test")).toEqual({ firstName, lastName });
});
