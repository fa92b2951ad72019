import { expect, test } from "vitest";
import { coalesce } from "./coalesce.ts";

test("batches requests that arrive while a query runs into the next one", async () => {
  const queries: number[][] = [];
  const find = coalesce(async (keys: number[]) => {
    queries.push(keys);
    await new Promise((resolve) => setTimeout(resolve, 5));
    return keys.map((key) => (key === 0 ? null : key * 10));
  });
  const first = [find(1), find(2)];
  await new Promise((resolve) => setTimeout(resolve, 1));
  const second = [find(3), find(0), find(3)];
  expect(await Promise.all([...first, ...second])).toEqual([10, 20, 30, null, 30]);
  expect(queries).toEqual([
    [1, 2],
    [3, 0, 3],
  ]);
});

test("a failed query fails the requests in it, and none after", async () => {
  let isBroken = true;
  const find = coalesce(async (keys: number[]) => {
    if (isBroken) throw new Error("connection lost");
    return keys;
  });
  await expect(find(1)).rejects.toThrow("connection lost");
  isBroken = false;
  expect(await find(2)).toBe(2);
});
