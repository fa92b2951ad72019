import { describe, expect, test } from "vitest";
import { type Draft, openDraft } from "../model/draft.ts";
import { changeDraft } from "../model/parsed-change.ts";
import { goneVariables, movesOf, newlyRequired } from "./value-moves.ts";

/** Two variables that only differ in their uses, and an unused one. */
const before: Draft = openDraft({
  name: "Orders",
  engine: "v3",
  triggers: [{ type: "manual", onSuccess: ["say"] }],
  steps: [
    { name: "say", type: "script", properties: { body: "done({ to: config.account });" } },
    {
      name: "ask",
      type: "httpRequest",
      properties: { method: "GET", url: "${config.address}", body: "${config.crm}" },
    },
  ],
  configuration: [{ key: "account" }, { key: "address" }, { key: "idle" }, { key: "crm", type: "elementInstance" }],
});
const renamed = (draft: Draft, key: string, to: string) => {
  const variable = draft.configuration.find((one) => one.key === key);
  return variable ? changeDraft(draft, { do: "setVariable", key, variable: { ...variable, key: to } }) : draft;
};
const removed = (draft: Draft, key: string) => changeDraft(draft, { do: "removeVariable", key });
const added = (draft: Draft, key: string, fields = {}) =>
  changeDraft(draft, { do: "addVariable", variable: { key, type: "value", ...fields } });

describe("values of instances, when variables change", () => {
  test.each<[string, Draft, [from: string, to: string][]]>([
    [
      "a variable that was renamed takes its value along",
      renamed(before, "account", "target"),
      [["account", "target"]],
    ],
    [
      "of several each takes its own, in whatever order",
      renamed(renamed(before, "address", "url"), "account", "target"),
      [
        ["account", "target"],
        ["address", "url"],
      ],
    ],
    ["one that is removed leaves it", removed(before, "account"), []],
    ["one that came while another went is not that one", added(removed(before, "account"), "other"), []],
    ["one of another kind is not that one", added(removed(before, "crm"), "sales"), []],
    ["of one that nobody used nobody knows", renamed(before, "idle", "still"), []],
  ])("%s", (_, after, moves) => {
    const valueMoves = movesOf(goneVariables(before, after, {}));
    expect(valueMoves.map(({ from, to }) => [from, to])).toEqual(moves);
  });

  test("lets users choose another variable, among those that are free and accept the value", () => {
    const after = added(renamed(renamed(before, "account", "target"), "crm", "sales"), "third");
    expect(goneVariables(before, after, {})).toEqual([
      { key: "account", to: "target", choices: ["target", "third"] },
      { key: "crm", to: "sales", choices: ["sales"] },
    ]);
    expect(movesOf(goneVariables(before, after, { account: "third", crm: "" }))).toEqual([
      { from: "account", to: "third" },
    ]);
    const both = removed(renamed(after, "address", "fourth"), "idle");
    expect(goneVariables(before, both, { idle: "third" })).toMatchObject([
      { key: "account", choices: ["target"] },
      { key: "address", choices: ["fourth"] },
      { key: "idle", to: "third", choices: ["third"] },
      { key: "crm" },
    ]);
  });

  test("required now and not before are new variables and those that were optional", () => {
    const optional = added(before, "note", { required: false });
    const after = added(optional, "limit");
    expect(newlyRequired(before, after)).toEqual(["limit"]);
    const set = changeDraft(after, { do: "setVariable", key: "note", variable: { key: "note", type: "value" } });
    expect(newlyRequired(after, set)).toEqual(["note"]);
  });
});
