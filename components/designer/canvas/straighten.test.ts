import { expect, test } from "vitest";
import { idOf, openDraft } from "../model/draft.ts";
import { arrowsOf, partsOf, primaryPort } from "../model/graph.ts";
import { layOut, PART_SIZE } from "./layout.ts";
import { neighborOf } from "./neighbor.ts";

const step = (name: string, onSuccess: string[], onFailure: string[] = [], type = "httpRequest") => ({
  ...{ name, type, onSuccess, onFailure },
});

/** A chain with branches of different lengths, of which one leads back into it. */
const forked = openDraft({
  triggers: [{ type: "manual", onSuccess: ["a"] }],
  steps: [
    step("a", ["b"], ["alert"]),
    step("b", ["c"], ["repair"]),
    step("c", ["d"], ["note"]),
    step("d", []),
    step("alert", ["page"]),
    step("page", []),
    step("repair", ["c"]),
    step("note", []),
  ],
});

const looped = openDraft({
  triggers: [{ type: "manual", onSuccess: ["list"] }],
  steps: [
    step("list", ["each"]),
    step("each", ["one"], ["done"], "loop"),
    step("one", ["each"], ["skip"]),
    step("skip", ["each"]),
    step("done", ["last"]),
    step("last", []),
  ],
});

test.each([
  ["with branches", forked, ["a", "b", "c", "d"]],
  ["behind a loop", looped, ["list", "each", "done", "last"]],
])("the chain of success is straight: %s", (_, draft, chain) => {
  const places = layOut(draft);
  const xs = ["trigger:0", ...chain.map((name) => idOf({ step: name }))].map((id) =>
    Math.round(places.get(id)?.x ?? -1),
  );
  expect(new Set(xs).size, String(xs)).toBe(1);
});

test.each([
  ["with branches", forked],
  ["behind a loop", looped],
])("no part stands on another: %s", (_, draft) => {
  const all = [...layOut(draft)];
  for (const [at, [id, one]] of all.entries())
    for (const [other, two] of all.slice(at + 1)) {
      const apart = Math.abs(one.x - two.x) >= PART_SIZE.width || Math.abs(one.y - two.y) >= PART_SIZE.height;
      expect([id, other, apart]).toEqual([id, other, true]);
    }
});

test("the usual path leaves a part below its center: that of a loop when it is done", () => {
  const ports = new Map(partsOf(looped).map(({ ref, part }) => [idOf(ref), primaryPort(ref, part)]));
  expect([ports.get("trigger:0"), ports.get("step:list"), ports.get("step:each")]).toEqual([
    "onSuccess",
    "onSuccess",
    "onFailure",
  ]);
});

test("arrow keys follow the arrows down and up, and go to the next part beside", () => {
  const places = layOut(forked);
  const to = (key: "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight", name: string) =>
    neighborOf(forked, name.includes(":") ? name : idOf({ step: name }), { key, places });
  expect(to("ArrowDown", "trigger:0")).toBe("step:a");
  expect(to("ArrowDown", "a")).toBe("step:b");
  expect(to("ArrowUp", "b")).toBe("step:a");
  expect(to("ArrowUp", "trigger:0")).toBeUndefined();
  expect(to("ArrowDown", "d")).toBeUndefined();
  const beside = to("ArrowRight", "b") ?? to("ArrowLeft", "b");
  expect(beside).toBe("step:alert");
  expect([to("ArrowLeft", "alert"), to("ArrowRight", "alert")]).toContain("step:b");
  expect(arrowsOf(forked)).toHaveLength(9);
});
