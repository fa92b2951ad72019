import { expect, test } from "vitest";
import { mergeChoice } from "./merge-choice.ts";

const view = (name: string, query = "") => ({ name, query });

test.each<[string, { before: unknown; value: unknown; stored: unknown }, unknown]>([
  [
    "adds beside what another window added",
    { before: [], value: [view("a")], stored: [view("b")] },
    [view("b"), view("a")],
  ],
  [
    "removes one without restoring what another window removed",
    { before: [view("a"), view("b")], value: [view("b")], stored: [view("a")] },
    [],
  ],
  [
    "replaces by name",
    { before: [view("a", "1")], value: [view("a", "2")], stored: [view("a", "1"), view("b")] },
    [view("b"), view("a", "2")],
  ],
  ["is the same if it is done twice", { before: [], value: [view("a")], stored: [view("a")] }, [view("a")]],
  ["begins without a choice", { before: null, value: [view("a")], stored: undefined }, [view("a")]],
  [
    "merges records by key",
    { before: { crm: "1" }, value: { crm: "2" }, stored: { crm: "1", mail: "3" } },
    { mail: "3", crm: "2" },
  ],
  ["replaces other values", { before: null, value: { text: "a" }.text, stored: "b" }, "a"],
])("%s", (_, choice, merged) => expect(mergeChoice(choice)).toEqual(merged));
