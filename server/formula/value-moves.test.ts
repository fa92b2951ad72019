import { describe, expect, test } from "vitest";
import { configurationSchema } from "./shape.ts";
import { movedValues, moveRefusals, type ValueMove } from "./value-moves.ts";

const variables = (...fields: object[]) => fields.map((each) => configurationSchema.parse(each));
const crm = { key: "crm", type: "elementInstance" };
const before = variables({ key: "account" }, { key: "stays" }, { key: "limit" }, crm);
const after = variables({ key: "target" }, { key: "stays" }, { key: "most" }, { ...crm, key: "sales" });

describe("values of instances", () => {
  test.each<[string, ValueMove[], string[]]>([
    ["goes from a variable that is gone to a new one", [{ from: "account", to: "target" }], []],
    [
      "of several variables goes each its own way",
      [
        { from: "account", to: "target" },
        { from: "limit", to: "most" },
        { from: "crm", to: "sales" },
      ],
      [],
    ],
    [
      "of a variable that stays is not moved",
      [{ from: "stays", to: "target" }],
      ['moves.0.from: "stays" is not a variable that is gone.'],
    ],
    [
      "of a variable that never was is not moved",
      [{ from: "other", to: "target" }],
      ['moves.0.from: "other" is not a variable that is gone.'],
    ],
    [
      "does not go to a variable that was there before",
      [{ from: "account", to: "stays" }],
      ['moves.0.to: "stays" is not a new variable.'],
    ],
    [
      "does not go where no variable is",
      [{ from: "account", to: "other" }],
      ['moves.0.to: "other" is not a new variable.'],
    ],
    [
      "as a connection does not become a value",
      [{ from: "crm", to: "target" }],
      ['moves.0.to: "target" holds something else than "crm" did.'],
    ],
    [
      "does not go to two places",
      [
        { from: "account", to: "target" },
        { from: "account", to: "most" },
      ],
      ['moves.1.from: "account" is moved twice.'],
    ],
    [
      "does not meet what another held",
      [
        { from: "account", to: "target" },
        { from: "limit", to: "target" },
      ],
      ['moves.1.to: "target" is given two values.'],
    ],
  ])("%s", (_, moves, expected) => {
    expect(moveRefusals(before, after, moves).map(({ message }) => message)).toEqual(expected);
  });

  test("moves with its value, whatever that is, and all else stays", () => {
    const moves = [
      { from: "account", to: "target" },
      { from: "limit", to: "most" },
    ];
    expect(movedValues({ account: { id: 3 }, stays: 1 }, moves)).toEqual({ target: { id: 3 }, stays: 1 });
    expect(movedValues({ stays: 1 }, moves)).toBeNull();
  });
});
