import { describe, expect, test } from "vitest";
import { aWorld, type Draft, names, planOf, refused, script, start } from "#server/testing/formula-runs.ts";
import type { HttpResponse, Ports } from "./ports.ts";
import { run, type World } from "./run.ts";

const ok = (body: unknown = {}, code = 200): HttpResponse => ({
  code,
  headers: {},
  body,
  sent: { url: "", headers: {} },
});

describe("routing (spec §3)", () => {
  test("steps run along onSuccess, and the result is the output of the last", async () => {
    const { world, records } = aWorld();
    const plan = planOf([script("a", "done({ n: 1 })", "b"), script("b", "done({ n: steps.a.n + 1 })")]);
    expect(await run(plan, start(), world)).toEqual({ status: "success", output: { n: 2 } });
    expect(names(records)).toEqual(["a", "b"]);
  });

  test("several names run in order, depth first", async () => {
    const { world, records } = aWorld();
    const plan = planOf([
      script("a", "done({})", "b", "d"),
      script("b", "done({})", "c"),
      script("c", "done({})"),
      script("d", "done({})"),
    ]);
    await run(plan, start(), world);
    expect(names(records)).toEqual(["a", "b", "c", "d"]);
  });

  test.each([
    ["true takes onSuccess", true, ["f", "yes"]],
    ["false takes onFailure and fails nothing", false, ["f", "no"]],
  ])("a filter that returns %s", async (_, value, trail) => {
    const { world, records } = aWorld();
    const plan = planOf([
      { name: "f", type: "filter", properties: { body: `done(${value})` }, onSuccess: ["yes"], onFailure: ["no"] },
      script("yes", "done({})"),
      script("no", "done({})"),
    ]);
    expect(await run(plan, start(), world)).toMatchObject({ status: "success" });
    expect(names(records)).toEqual(trail);
  });

  test("a failed step fails the execution even if its onFailure deals with it", async () => {
    const { world, records } = aWorld();
    const plan = planOf([
      { ...script("a", "throw 'no'"), onFailure: ["b"] },
      script("b", "done({ dealt: steps.a.error })"),
    ]);
    expect(await run(plan, start(), world)).toEqual({ status: "failed", output: { dealt: "no" }, error: "no" });
    expect(names(records)).toEqual(["a", "b"]);
  });

  test("an arrow to a step that is not there ends the execution with its name", async () => {
    const { world } = aWorld();
    expect(await run(planOf([script("a", "done({})", "gone")]), start(), world)).toMatchObject({
      status: "failed",
      error: expect.stringContaining('"gone"'),
    });
  });

  test("a cycle that never ends is stopped at the step budget", async () => {
    const { world, records } = aWorld({ steps: 50 });
    const end = await run(planOf([script("a", "done({})", "b"), script("b", "done({})", "a")]), start(), world);
    expect(end).toMatchObject({ status: "failed", error: expect.stringContaining("50 steps") });
    expect(records).toHaveLength(50);
  });
});

describe("sub-formulas", () => {
  const child = (id: number, steps: Draft[]) => planOf(steps, { name: `Formula ${id}` }, id);
  const calling = (formulaId: number, properties: object = {}, rest: object = {}) =>
    planOf(
      [
        {
          name: "sub",
          type: "formula",
          properties: { formulaId, ...properties },
          onSuccess: ["after"],
          onFailure: ["rescue"],
        },
        script("after", "done(steps.sub)"),
        script("rescue", "done(steps.sub)"),
      ],
      rest,
    );

  test("inherit the variables of their parent, and subFormulaConfigs take precedence there only", async () => {
    const { world } = aWorld({
      plans: [child(7, [script("c", "done({ a: config.a, b: config.b, args: trigger.args })")])],
    });
    const plan = calling(7, { args: { n: "${config.a}" }, subFormulaConfigs: { b: "new" } });
    const end = await run(plan, start({}, { config: { a: "A", b: "old" } }), world);
    expect(end).toEqual({ status: "success", output: { a: "A", b: "new", args: { n: "A" } } });
  });

  test("do not see the steps of their parent", async () => {
    const { world } = aWorld({ plans: [child(7, [script("c", "done({ seen: Object.keys(steps) })")])] });
    const plan = planOf([
      script("a", "done({})", "sub"),
      { name: "sub", type: "formula", properties: { formulaId: 7 } },
    ]);
    expect(await run(plan, start(), world)).toEqual({ status: "success", output: { seen: [] } });
  });

  test.each([
    ["v1 lists their steps inside the parent", undefined, ["c", "sub", "after"]],
    ["v3 shows the formula step alone", "v3", ["sub", "after"]],
  ])("%s", async (_, engine, trail) => {
    const { world, records } = aWorld({ plans: [child(7, [script("c", "done({})")])] });
    await run(calling(7, {}, { engine }), start(), world);
    expect(names(records)).toEqual(trail);
  });

  test("that fail hand their error to the step and take onFailure", async () => {
    const { world } = aWorld({ plans: [child(7, [script("c", "throw 'child says no'")])] });
    expect(await run(calling(7), start(), world)).toEqual({
      status: "failed",
      output: { error: "child says no" },
      error: "child says no",
    });
  });

  test("that call themselves end at the nesting limit with a clear error", async () => {
    const plan = planOf([{ name: "self", type: "formula", properties: { formulaId: 1 } }]);
    const { world } = aWorld({ plans: [plan] });
    expect(await run(plan, start(), world)).toMatchObject({
      status: "failed",
      error: expect.stringContaining("more than 10 deep"),
    });
  });

  test("that are not there fail with their id", async () => {
    const { world } = aWorld();
    expect(await run(calling(99), start(), world)).toMatchObject({
      status: "failed",
      error: expect.stringContaining("99"),
    });
  });
});

describe("durability", () => {
  const posting = () =>
    planOf([
      script("prepare", "done({ n: 1 })", "send"),
      {
        name: "send",
        type: "httpRequest",
        properties: { method: "POST", url: "https://example.com/orders", body: "${steps.prepare}" },
        onSuccess: ["finish"],
      },
      script("finish", "done({ code: steps.send.response.code })"),
    ]);

  test("writes earlier records to disk before a step changes something outside", async () => {
    const { world, order } = aWorld({ http: async () => ok() });
    await run(posting(), start(), world);
    expect(order).toEqual(["prepare", "(on disk)", "POST https://example.com/orders", "send", "(hurry)", "finish"]);
  });

  test("a step that only reads waits for nothing", async () => {
    const { world, order } = aWorld({ http: async () => ok() });
    await run(
      planOf([
        script("a", "done({})", "get"),
        { name: "get", type: "httpRequest", properties: { method: "GET", url: "https://example.com/" } },
      ]),
      start(),
      world,
    );
    expect(order).not.toContain("(on disk)");
  });

  test.each([0, 1, 2, 3])(
    "a run taken over after %i records ends the same and runs no recorded step again",
    async (kept) => {
      const first = aWorld({ http: async () => ok({ id: 5 }) });
      const whole = await run(posting(), start(), first.world);
      const second = aWorld({ http: async () => ok({ id: 5 }), history: first.records.slice(0, kept) });
      expect(await run(posting(), start(), second.world)).toEqual(whole);
      expect(names(second.records)).toEqual(names(first.records).slice(kept));
      if (kept < 2) expect(second.keys).toEqual(first.keys);
    },
  );

  test("a sub-formula reused in the middle continues inside it", async () => {
    const plans = [planOf([script("c1", "done({})", "c2"), script("c2", "done({ end: 1 })")], {}, 7)];
    const plan = planOf([{ name: "sub", type: "formula", properties: { formulaId: 7 } }]);
    const first = aWorld({ plans });
    const whole = await run(plan, start(), first.world);
    for (let kept = 0; kept <= first.records.length; kept++) {
      const again = aWorld({ plans, history: first.records.slice(0, kept) });
      expect(await run(plan, start(), again.world)).toEqual(whole);
      expect(again.records.map(({ name }) => name)).toEqual(first.records.slice(kept).map(({ name }) => name));
    }
  });

  test("each visit and each attempt has an Idempotency-Key of its own", async () => {
    const { world, keys } = aWorld({ http: async () => ok() });
    const plan = planOf([
      { name: "l", type: "loop", properties: { list: "trigger.args" }, onSuccess: ["send"] },
      {
        name: "send",
        type: "httpRequest",
        properties: { method: "POST", url: "https://example.com/" },
        onSuccess: ["l"],
      },
    ]);
    await run(plan, start([1, 2, 3]), world);
    await run(plan, start([1], { attempt: 2 }), world);
    expect(new Set(keys).size).toBe(4);
  });
});

test("retryFormulaExecution truncates the run", async () => {
  const { world, records } = aWorld();
  const plan = planOf([
    { ...script("a", "throw 'no'"), onFailure: ["again"] },
    { name: "again", type: "retryFormulaExecution", properties: { retryAttempts: 2 }, onSuccess: ["never"] },
  ]);
  expect(await run(plan, start(), world)).toEqual({ status: "retry", delayMinutes: 3 });
  expect(names(records)).toEqual(["a", "again"]);
  expect(await run(plan, start({}, { attempt: 3 }), aWorld().world)).toMatchObject({ status: "failed" });
});

describe("plain scripts", () => {
  const withoutSandbox = () => {
    const { world, ...rest } = aWorld();
    world.ports.sandbox = { run: refused, walk: refused };
    return { world, ...rest };
  };
  const list = ["a", "b", "c"];
  const looping = [
    { name: "loop", type: "loop", properties: { list: "trigger.args.list" }, onSuccess: ["each"], onFailure: ["end"] },
    script("each", "const { entry } = steps.loop; done({ is: entry.toUpperCase() });", "loop"),
    script("end", "done(steps.each.is);"),
  ];

  test("run without the sandbox, as do the loops around them", async () => {
    const { world, records } = withoutSandbox();
    expect(await run(planOf(looping), start({ list }), world)).toEqual({ status: "success", output: "C" });
    expect(records.filter(({ name }) => name === "each").map(({ outcome }) => outcome.output)).toEqual(
      ["A", "B", "C"].map((is) => ({ is })),
    );
  });

  test("that handle much run in the sandbox", async () => {
    const large = planOf([script("all", "done(trigger.args.list);")]);
    const { world } = aWorld();
    const items = Array(30_000).fill(1);
    expect(await run(large, start({ list: items }), world)).toEqual({ status: "success", output: items });
    await expect(run(large, start({ list: items }), withoutSandbox().world)).rejects.toThrow("not in this test");
  });

  test("let others run meanwhile, and end when the execution does", async () => {
    const { world } = withoutSandbox();
    const cancel = new AbortController();
    let turns = 0;
    const others = () => {
      if (++turns === 3) cancel.abort(new Error("canceled"));
      else setImmediate(others);
    };
    setImmediate(others);
    const forever = planOf([script("a", "done(1);", "b"), script("b", "done(2);", "a")]);
    await expect(run(forever, start(), { ...world, signal: cancel.signal })).rejects.toThrow("canceled");
  });
});

describe("messages that scripts ask to send", () => {
  const mail = { to: "a@b.test", subject: "hi", body: "you" };
  /** Makes every pure step send a message. */
  const notifying = (world: World, notify: Ports["notify"]): World => ({
    ...world,
    ports: {
      ...world.ports,
      notify,
      sandbox: {
        ...world.ports.sandbox,
        walk: async ({ steps: [step] }, onOutcome) =>
          onOutcome(step?.name ?? "", { took: "onSuccess", output: {}, notes: { notify: [mail] } }),
      },
    },
  });

  test("are sent before the run ends", async () => {
    const sent: unknown[] = [];
    const { world } = aWorld();
    const plan = planOf([script("a", "", "b"), script("b", "")]);
    await run(
      plan,
      start(),
      notifying(world, async (message) => sent.push(message) > 0),
    );
    expect(sent).toEqual([mail, mail]);
  });

  test("that cannot be queued are a fault of the engine, and nothing unhandled when the run was ended by another", async () => {
    const { world } = aWorld();
    const refuses = notifying(world, () => Promise.reject(new Error("no database")));
    const plan = planOf([script("a", "", "sub"), { name: "sub", type: "formula", properties: { formulaId: 7 } }]);
    await expect(run(planOf([script("a", "")]), start(), refuses)).rejects.toThrow("no database");
    const lost = () => new Promise<never>((_, reject) => setTimeout(reject, 5, new Error("lost")));
    await expect(run(plan, start(), { ...refuses, loadPlan: lost })).rejects.toThrow("lost");
  });
});
