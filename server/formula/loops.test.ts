import { describe, expect, test } from "vitest";
import { aWorld, counts, type Draft, names, planOf, script, start } from "#server/testing/formula-runs.ts";
import { run, type StepRecord } from "./run.ts";

describe("loops", () => {
  const looped = (engine?: string) =>
    planOf(
      [
        { name: "l", type: "loop", properties: { list: "trigger.args.list" }, onSuccess: ["b"] },
        script("b", "done({ got: steps.l.entry })", "l"),
      ],
      { engine },
    );

  test("over N objects make N+1 loop records, the last one failed, and N of the body", async () => {
    const { world, records } = aWorld();
    expect(await run(looped(), start({ list: ["x", "y", "z"] }), world)).toMatchObject({ status: "success" });
    expect(counts(records)).toEqual({ l: 4, b: 3 });
    expect(records.at(-1)?.outcome).toEqual({ took: "onFailure", output: { index: 3 } });
  });

  test("end without an index in v3", async () => {
    const { world, records } = aWorld();
    await run(looped("v3"), start({ list: [] }), world);
    expect(records.at(-1)?.outcome).toEqual({ took: "onFailure", output: {} });
  });

  test("that are nested begin again from 0 each time: 2×2 make 15 records beside the trigger's", async () => {
    const { world, records } = aWorld();
    const plan = planOf([
      { name: "loop-1", type: "loop", properties: { list: "trigger.args.list" }, onSuccess: ["silly-1"] },
      script("silly-1", "done({})", "loop-2"),
      {
        name: "loop-2",
        type: "loop",
        properties: { list: "trigger.args.list" },
        onSuccess: ["silly-2"],
        onFailure: ["loop-1"],
      },
      script("silly-2", "done({})", "loop-2"),
    ]);
    await run(plan, start({ list: [1, 2] }), world);
    expect(counts(records)).toEqual({ "loop-1": 3, "silly-1": 2, "loop-2": 6, "silly-2": 4 });
    expect(records).toHaveLength(15);
  });

  describe("that an item of an outer loop left early", () => {
    const rounds = (onLeft: string, more: Draft[] = []): Draft[] => [
      { name: "orders", type: "loop", properties: { list: "trigger.args" }, onSuccess: ["lines"] },
      {
        ...{ name: "lines", type: "loop", properties: { list: "steps.orders.entry" } },
        ...{ onSuccess: ["isOut"], onFailure: ["orders"] },
      },
      {
        ...{ name: "isOut", type: "filter", properties: { body: "done(steps.lines.entry < 1)" } },
        ...{ onSuccess: [onLeft], onFailure: ["lines"] },
      },
      ...more,
    ];
    const linesIn = (records: StepRecord[]) =>
      records.flatMap(({ name, outcome: { took, output } }) =>
        name === "lines" && took === "onSuccess" ? [(output as { entry: number }).entry] : [],
      );
    const orders = [[0, 1], [0, 5], [7, 0, 9], [8]];

    test.each([
      ["at once", rounds("orders")],
      ["after another step", rounds("report", [script("report", "done({})", "orders")])],
      [
        "for a third loop between them",
        rounds("again", [
          { name: "again", type: "loop", properties: { list: "steps.orders.entry" }, onSuccess: ["orders"] },
        ]),
      ],
    ])("restart with its next item: %s", async (_, steps) => {
      const { world, records } = aWorld();
      await run(planOf(steps), start(orders), world);
      expect(linesIn(records)).toEqual([0, 0, 7, 0, 8]);
      expect(counts(records).orders).toBe(orders.length + 1);
    });

    test("continue if no loop is around them", async () => {
      const { world, records } = aWorld();
      const paging = [
        { name: "lines", type: "loop", properties: { list: "trigger.args" }, onSuccess: ["page"] },
        script("page", "done({})", "lines"),
      ];
      await run(planOf([script("begin", "done({})", "page"), ...paging.toReversed()]), start([1, 2, 3]), world);
      expect(linesIn(records)).toEqual([1, 2, 3]);
    });

    test("continue at the same item after a crash", async () => {
      const whole = aWorld();
      await run(planOf(rounds("orders")), start(orders), whole.world);
      for (const cut of whole.records.keys()) {
        const resumed = aWorld({ history: whole.records.slice(0, cut) });
        await run(planOf(rounds("orders")), start(orders), resumed.world);
        expect(names([...whole.records.slice(0, cut), ...resumed.records])).toEqual(names(whole.records));
      }
    });
  });

  test("over something else fail with one error", async () => {
    const { world, records } = aWorld();
    expect(await run(looped(), start({ list: "text" }), world)).toMatchObject({ status: "failed" });
    expect(records).toHaveLength(1);
  });
});
