import { describe, expect, test } from "vitest";
import { openDraft } from "../model/draft.ts";
import { mergedDraft } from "./merged-draft.ts";

const script = (name: string, onSuccess: string[] = [], body = `done("${name}");`) => ({
  ...{ name, type: "script", properties: { body }, onSuccess },
});
const draft = (...steps: ReturnType<typeof script>[]) =>
  openDraft({ name: "x", triggers: [{ type: "manual", onSuccess: steps[0] ? [steps[0].name] : [] }], steps });
const drawn = (...[before, after]: Parameters<typeof mergedDraft>) => {
  const { triggers, steps } = mergedDraft(before, after);
  return [`> ${triggers[0]?.onSuccess}`, ...steps.map(({ name, onSuccess }) => `${name} > ${onSuccess}`)];
};

describe("two states of a formula, drawn as one", () => {
  test("a removed step keeps the arrows from and to it", () => {
    const before = draft(script("a", ["b"]), script("b", ["c"]), script("c"));
    const after = draft(script("a", ["c"]), script("c"));
    expect(drawn(before, after)).toEqual(["> a", "a > c,b", "c > ", "b > c"]);
  });

  test("the first step was removed", () => {
    expect(drawn(draft(script("a", ["b"]), script("b")), draft(script("b")))).toEqual(["> b,a", "b > ", "a > b"]);
  });

  test("a renamed step is one step", () => {
    const before = draft(script("a", ["b"]), script("b", [], "done(1);"));
    const after = draft(script("a", ["c"]), script("c", [], "done(1);"));
    expect(drawn(before, after)).toEqual(["> a", "a > c", "c > "]);
  });

  test("an added step has the arrows that it has", () => {
    expect(drawn(draft(script("a")), draft(script("a", ["b"]), script("b")))).toEqual(["> a", "a > b", "b > "]);
  });

  test("everything is new", () => {
    expect(drawn(openDraft({ name: "x" }), draft(script("a")))).toEqual(["> a", "a > "]);
  });
});
