import { expect, test } from "vitest";
import { createLanes, type Lanes } from "./lanes.ts";

const forever = new AbortController().signal;

/** Enters, and records when that was granted. */
async function enter(lanes: Lanes, who: string, inside: string[]) {
  const leave = await lanes.enter(who, forever);
  inside.push(who);
  return leave;
}

test("first come, first served, as many at a time as there are places", async () => {
  const lanes = createLanes(2);
  const order: string[] = [];
  const leaveA = await lanes.enter("a", forever);
  const leaveB = await lanes.enter("b", forever);
  const c = enter(lanes, "c", order);
  const d = enter(lanes, "d", order);
  leaveA();
  (await c)();
  leaveB();
  (await d)();
  expect(order).toEqual(["c", "d"]);
});

test("the organization with the fewest requests inside goes first", async () => {
  const lanes = createLanes(2);
  const inside: string[] = [];
  const leaves = [await enter(lanes, "flood", inside), await enter(lanes, "flood", inside)];
  const others = ["flood", "flood", "quiet"].map((who) => enter(lanes, who, inside));
  leaves[0]?.();
  await others[2];
  expect(inside).toEqual(["flood", "flood", "quiet"]);
});

test("an organization with none inside waits behind long scripts of others for a moment only (D09)", async () => {
  const lanes = createLanes(2, { patienceMs: 20 });
  const inside: string[] = [];
  await Promise.all(["flood", "flood"].map((who) => enter(lanes, who, inside)));
  void enter(lanes, "flood", inside);
  await Promise.all(["quiet", "calm"].map((who) => enter(lanes, who, inside)));
  expect(inside).toEqual(["flood", "flood", "quiet", "calm"]);
});

test("those who had a process killed share one place until they are forgiven", async () => {
  let now = 0;
  const lanes = createLanes(2, { now: () => now });
  lanes.penalise("bad");
  lanes.penalise("worse");
  const leave = await lanes.enter("bad", forever);
  const inside: string[] = [];
  const worse = enter(lanes, "worse", inside);
  const good = enter(lanes, "good", inside);
  (await good)();
  expect(inside).toEqual(["good"]);
  leave();
  const leaveWorse = await worse;
  now = 60_000;
  (await lanes.enter("bad", forever))();
  leaveWorse();
});

test("refuses requests that are aborted while they wait, or wait when it closes, without using a place", async () => {
  const lanes = createLanes(1);
  const leave = await lanes.enter("a", forever);
  const controller = new AbortController();
  const givesUp = lanes.enter("b", controller.signal);
  const next = lanes.enter("c", forever);
  const last = lanes.enter("d", forever);
  controller.abort(new Error("enough"));
  await expect(givesUp).rejects.toThrow("enough");
  leave();
  await next;
  lanes.close(new Error("closed"));
  await expect(last).rejects.toThrow("closed");
  await expect(lanes.enter("e", forever)).rejects.toThrow("closed");
});
