import { describe, expect, test } from "vitest";
import { compile, type Plan } from "./plan.ts";
import type { HttpResponse, Ports, ScriptInvocation } from "./ports.ts";
import { type Journal, run, type StepRecord, type World } from "./run.ts";
import { type Formula, formulaSchema } from "./shape.ts";
import { walkPureSteps } from "./walk.ts";

type Draft = { name: string; type: string; properties?: object; onSuccess?: string[]; onFailure?: string[] };

const formulaOf = (steps: Draft[], rest: object = {}): Formula =>
  formulaSchema.parse({
    name: "A formula",
    triggers: [{ type: "manual", onSuccess: steps[0] ? [steps[0].name] : [] }],
    steps,
    ...rest,
  });

const planOf = (steps: Draft[], rest: object = {}, formulaId = 1): Plan =>
  compile(formulaOf(steps, rest), { formulaId, revision: 1 });

const script = (name: string, body: string, ...onSuccess: string[]) => ({
  name,
  type: "script",
  properties: { body },
  onSuccess,
});

/** Scripts as plain functions: these tests are about the order of steps, not the sandbox. */
async function evaluate({ body, context }: ScriptInvocation) {
  const { trigger, steps, config, info } = structuredClone({ ...context, steps: { ...context.steps } });
  let returned: unknown;
  try {
    new Function("trigger", "steps", "info", "config", "done", body)(trigger, steps, info, config, (value: unknown) => {
      returned ??= value;
    });
    return { ok: true as const, value: returned, console: [], notify: [] };
  } catch (error) {
    return {
      ok: false as const,
      error: String(error instanceof Error ? error.message : error),
      console: [],
      notify: [],
    };
  }
}

const refused = () => Promise.reject(new Error("not in this test"));

function aWorld({
  plans = [] as Plan[],
  history = [] as StepRecord[],
  http = refused as Ports["http"],
  steps = 10_000,
} = {}) {
  const records: StepRecord[] = [];
  const order: string[] = [];
  const keys: string[] = [];
  let recalled = 0;
  const sandbox: Ports["sandbox"] = {
    run: evaluate,
    walk: (segment, onOutcome, signal) => {
      const alone = { sandbox: { run: evaluate } } as never;
      let left = 7;
      return walkPureSteps(
        structuredClone({
          ...segment,
          walk: { ...segment.walk, context: { ...segment.walk.context, steps: { ...segment.walk.context.steps } } },
        }),
        alone,
        onOutcome,
        () => left-- > 0,
        signal,
      );
    },
  };
  const journal: Journal = {
    recall(path, name) {
      const next = history[recalled];
      if (!next) return undefined;
      expect([next.path, next.name]).toEqual([path, name]);
      recalled++;
      return next.outcome;
    },
    write: (record) => {
      records.push(record);
      order.push(record.name);
    },
    flushNow: () => void order.push("(hurry)"),
    settled: async () => {
      order.push("(on disk)");
    },
  };
  const ports: Ports = {
    sandbox,
    http: async (call) => {
      order.push(`${call.method} ${call.url}`);
      keys.push(call.headers["Idempotency-Key"] ?? call.headers["idempotency-key"] ?? "");
      return http(call);
    },
    platform: refused,
    element: refused,
    elementStream: refused,
    publish: refused,
    notify: async () => {},
    now: () => new Date("2026-01-01T12:00:00Z"),
    sleep: async () => {},
  };
  const world: World = {
    ports,
    journal,
    loadPlan: async (formulaId) => plans.find((plan) => plan.formulaId === formulaId) ?? null,
    limits: { steps, depth: 10 },
    idempotencyKey: (visit) => `key of ${visit}`,
    signal: new AbortController().signal,
  };
  return { world, records, order, keys };
}

const info = {
  formulaId: 1,
  formulaName: "A formula",
  formulaInstanceId: 2,
  formulaInstanceName: "mine",
  formulaExecutionId: 3,
};
const start = (args: unknown = {}, { config = {}, attempt = 1 } = {}) => ({
  trigger: { type: "manual", args },
  config,
  info,
  attempt,
});
const names = (records: StepRecord[]) => records.filter(({ hidden }) => !hidden).map(({ name }) => name);
const counts = (records: StepRecord[]) =>
  Object.fromEntries([...Map.groupBy(names(records), (name) => name)].map(([name, { length }]) => [name, length]));
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
      notifying(world, async (message) => void sent.push(message)),
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
