import { expect, test } from "vitest";
import { createIntake } from "./intake.ts";

const taken = (intake: ReturnType<typeof createIntake>, times: number, nowMs: number, organizationId = 1) =>
  Array.from({ length: times }, () => intake.take(organizationId, nowMs)).filter((refused) => refused === null).length;

test("so many seconds' worth may come at once, and then so many a second (G08)", () => {
  const intake = createIntake({ perSecond: 10, burstSeconds: 3 });
  expect(taken(intake, 100, 5000)).toBe(30);
  expect(taken(intake, 100, 5500)).toBe(5);
  expect(taken(intake, 100, 6500)).toBe(10);
  expect(taken(intake, 100, 60_000)).toBe(30);
});

test("one organization takes nothing from another", () => {
  const intake = createIntake({ perSecond: 1, burstSeconds: 1 });
  expect([taken(intake, 5, 0), taken(intake, 5, 0, 2)]).toEqual([1, 1]);
});

test("accepts a sender again after the announced wait", () => {
  const intake = createIntake({ perSecond: 0.2, burstSeconds: 5 });
  expect(intake.take(1, 0)).toBeNull();
  expect(intake.take(1, 1000)).toEqual({ waitSeconds: 4 });
  expect(intake.take(1, 5000)).toBeNull();
});

test("forgetting those that were quiet for long forgets nobody else", () => {
  const intake = createIntake({ perSecond: 1, burstSeconds: 1 });
  for (let id = 0; id < 30_000; id++) expect(intake.take(id, id)).toBeNull();
  expect(taken(intake, 2, 29_999, 29_999)).toBe(0);
});
