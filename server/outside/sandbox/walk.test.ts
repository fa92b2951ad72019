import { describe, expect, test } from "vitest";
import type { PlannedStep } from "../../formula/walk-state.ts";
import { aSandbox, aStep, segmentOf } from "../../testing/sandboxed.ts";

const { walked, killAll } = aSandbox();

describe("a walk", () => {
  test("returns each outcome in order, with the output of the previous step", async () => {
    const outcomes = await walked(
      segmentOf(
        [
          aStep("a", "console.log('hi'); done({ n: trigger.n + 1 })", { onSuccess: ["b"] }),
          aStep("b", "done(steps.a.n * 10)"),
        ],
        { trigger: { n: 1 } },
      ),
    );
    expect(outcomes).toEqual([
      ["a", { took: "onSuccess", output: { n: 2 }, notes: { console: ["hi"] } }],
      ["b", { took: "onSuccess", output: 20 }],
    ]);
  });

  test("loops over a thousand entries, in slices", async () => {
    const list = Array.from({ length: 1_000 }, (_, val) => ({ val, data: "x".repeat(900) }));
    const loop: PlannedStep = {
      ...aStep("loop", ""),
      type: "loop",
      properties: { list: "trigger.list" },
      onSuccess: ["s"],
    };
    const outcomes = await walked(
      segmentOf([loop, aStep("s", "done({ val: steps.loop.entry.val + 1 })", { onSuccess: ["loop"] })], {
        trigger: { list },
      }),
    );
    expect(outcomes).toHaveLength(2_001);
    expect(outcomes.at(-2)).toEqual(["s", { took: "onSuccess", output: { val: 1_000 } }]);
  });

  test("continues after a script that failed, timed out or hung its process", async () => {
    const hang = "Array.prototype.reverse.call({ length: 2 ** 53 - 1 })";
    const outcomes = await walked(
      segmentOf([
        aStep("a", "throw 'a'", { onFailure: ["b"] }),
        aStep("b", "for (;;) {}", { onFailure: ["c"] }),
        aStep("c", hang, { onFailure: ["d"] }),
        aStep("d", "done('end')"),
      ]),
    );
    expect(outcomes.map(([name, outcome]) => [name, "error" in outcome ? outcome.error : outcome.output])).toEqual([
      ["a", "a"],
      ["b", "Script execution timed out"],
      ["c", "Script execution timed out"],
      ["d", "end"],
    ]);
  });

  test("continues in another process when its own is killed", async () => {
    let isKilled = false;
    const slow = "const end = Date.now() + 20; while (Date.now() < end); done((steps.s ?? 0) + 1)";
    const outcomes = await walked(segmentOf([aStep("s", slow, { onSuccess: ["s"] })], { budget: 10 }), () => {
      if (!isKilled) killAll();
      isKilled = true;
    });
    expect(outcomes.map(([, { output }]) => output)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });
});
