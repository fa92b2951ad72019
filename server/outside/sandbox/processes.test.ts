import { describe, expect, test, vi } from "vitest";
import { aSandbox, callOf, forever, settings } from "../../testing/sandboxed.ts";
import { createSandbox } from "./sandbox.ts";

const { run, valueFrom, killAll } = aSandbox();

describe("the processes", () => {
  test("one organization alone has no more processes than its share, with any number of requests", async () => {
    const busy = await createSandbox(settings);
    const call = callOf("const end = Date.now() + 300; while (Date.now() < end); done(1)");
    const results = await Promise.all(Array.from({ length: 60 }, () => busy.of("one").run(call, forever)));
    expect(results.every(({ ok }) => ok)).toBe(true);
    expect(busy.pids().length).toBe(settings.processes);
    await busy.close();
  });

  test("a run whose process is killed is tried again once", async () => {
    const result = run("const end = Date.now() + 150; while (Date.now() < end); done(1)");
    setTimeout(killAll, 50);
    expect(await result).toMatchObject({ ok: true, value: 1 });
  });

  test("a run whose process is killed again and again is an error", async () => {
    const killing = setInterval(killAll, 20);
    const result = await run("for (;;) {}");
    clearInterval(killing);
    expect(result).toMatchObject({ ok: false, error: "The script engine stopped" });
    expect(await valueFrom("done(1)")).toBe(1);
  });

  test("an abort ends the script at once, running or waiting, with the reason", async () => {
    // None of them would end by itself before the test does.
    const patient = await createSandbox({ ...settings, timeoutMs: 600_000 });
    const controller = new AbortController();
    const running = Array.from({ length: 4 }, () => patient.run(callOf("for (;;) {}"), controller.signal));
    setTimeout(() => controller.abort(new Error("cancelled")), 50);
    for (const one of running) await expect(one).rejects.toThrow("cancelled");
    expect(await patient.run(callOf("done(1)"), forever)).toMatchObject({ ok: true, value: 1 });
    await patient.close();
  });

  test("a call that cannot be encoded is an error, holds no process, and leaves nothing that an abort rejects", async () => {
    const single = await createSandbox({ ...settings, processes: 1, requestsAhead: 1 });
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    const controller = new AbortController();
    const endless = callOf("done(1)", { trigger: { n: 1n } });
    await expect(single.run(endless, controller.signal)).rejects.toThrow("BigInt");
    expect(await single.run(callOf("done(1)"), AbortSignal.timeout(5000))).toMatchObject({ ok: true, value: 1 });
    controller.abort(new Error("later"));
    await new Promise(setImmediate);
    process.off("unhandledRejection", unhandled);
    expect(unhandled).not.toHaveBeenCalled();
    await single.close();
  });

  test("fifty concurrent scripts each get their own result", async () => {
    const values = await Promise.all(
      Array.from({ length: 50 }, (_, n) => valueFrom("done(trigger.n)", { trigger: { n } })),
    );
    expect(values).toEqual(Array.from({ length: 50 }, (_, n) => n));
  });

  test("all of them end when they were idle for a while, and the next script starts one again", async () => {
    const rare = await createSandbox({ ...settings, idleMs: 50 });
    for (let round = 1; round <= 2; round++) {
      const call = callOf(`const end = Date.now() + 20; while (Date.now() < end); done(${round})`);
      const results = await Promise.all([1, 2, 3].map((who) => rare.of(who).run(call, forever)));
      expect(results).toMatchObject([1, 2, 3].map(() => ({ ok: true, value: round })));
      expect(rare.pids().length).toBeGreaterThan(0);
      await expect.poll(rare.pids).toEqual([]);
    }
    await rare.close();
  });

  test("all but the last one end sooner", async () => {
    const burst = await createSandbox({ ...settings, spareMs: 50 });
    const call = callOf("const end = Date.now() + 300; while (Date.now() < end); done(1)");
    let most = 0;
    const watching = setInterval(() => {
      most = Math.max(most, burst.pids().length);
    }, 5);
    await Promise.all([1, 2, 3].map((who) => burst.of(who).run(call, forever)));
    clearInterval(watching);
    expect(most).toBeGreaterThan(1);
    await expect.poll(() => burst.pids().length).toBe(1);
    const [last] = burst.pids();
    expect(await burst.run(call, forever)).toMatchObject({ ok: true, value: 1 });
    expect(burst.pids()).toEqual([last]);
    await burst.close();
  });

  test("the one of the start ends as soon, if no script needs it", async () => {
    const unused = await createSandbox({ ...settings, spareMs: 50 });
    expect(unused.pids()).toHaveLength(1);
    await expect.poll(unused.pids).toEqual([]);
    expect(await unused.run(callOf("done(1)"), forever)).toMatchObject({ ok: true, value: 1 });
    await unused.close();
  });

  test("closing rejects what runs and waits, and leaves no process", async () => {
    const other = await createSandbox({ ...settings, processes: 1 });
    const open = [1, 2, 3].map(() => other.run(callOf("for (;;) {}"), forever));
    await Promise.all([other.close(), ...open.map((one) => expect(one).rejects.toThrow("closed"))]);
    expect(other.pids()).toEqual([]);
  });
});
