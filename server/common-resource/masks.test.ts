import { describe, expect, test } from "vitest";
import { compileCommonResources } from "./compile.ts";
import type { Direction } from "./directions.ts";
import { mapQuery } from "./map-query.ts";
import { transformationSchema } from "./shape.ts";

type Field = { type?: string; vendorType?: string; mask?: string; vendorMask?: string; value?: unknown };

function resourceOf({ mask, vendorMask, value, ...types }: Field) {
  const configuration = [
    ...(mask || vendorMask ? [{ type: "mask", properties: { mask, vendorMask } }] : []),
    ...(value === undefined ? [] : [{ type: "defaultValue", properties: { value } }]),
  ];
  const fields = [{ path: "a", vendorPath: "x", ...types, configuration }];
  const transformation = transformationSchema.parse({ objectName: "n", vendorName: "v", fields });
  const [found] = compileCommonResources([{ name: "n", level: "organization", transformation } as never]).values();
  if (!found) throw new Error("The transformation was not compiled.");
  return found;
}
const mapped = (field: Field, direction: Direction, source: object) => resourceOf(field)[direction].map(source);

const DAY = "2024-05-01";
const SECONDS = 1714521600;

describe("a mask and the types of the field", () => {
  test.each<[Field, unknown]>([
    [{ mask: "yyyy-MM-dd", vendorMask: "seconds" }, SECONDS],
    [{ mask: "yyyy-MM-dd", vendorMask: "milliseconds" }, SECONDS * 1000],
    [{ mask: "yyyy-MM-dd", vendorMask: "seconds", vendorType: "long" }, SECONDS],
    [{ mask: "yyyy-MM-dd", vendorMask: "seconds", vendorType: "number" }, SECONDS],
    [{ mask: "yyyy-MM-dd", vendorMask: "seconds", vendorType: "string" }, String(SECONDS)],
    [{ mask: "yyyy-MM-dd", vendorMask: "yyyyMMdd", vendorType: "integer" }, 20240501],
    [{ mask: "yyyy-MM-dd", vendorMask: "dd.MM.yyyy", vendorType: "date" }, "01.05.2024"],
    [{ mask: "yyyy-MM-dd", vendorType: "long" }, SECONDS * 1000],
    [{ mask: "yyyy-MM-dd", vendorType: "date" }, DAY],
    [{ mask: "yyyy-MM-dd" }, "2024-05-01T00:00:00.000Z"],
  ])("%j is sent as %j, also in conditions and as a default, and read again", async (field, sent) => {
    expect(mapped(field, "toVendor", { a: DAY })).toEqual({ x: sent });
    expect(mapped(field, "fromVendor", { x: sent })).toEqual({ a: DAY });
    const query = { where: `a >= '${DAY}'` };
    const around = { hook: () => Promise.reject(new Error("There is no hook.")), signal: new AbortController().signal };
    const literal = typeof sent === "number" ? sent : `'${sent}'`;
    expect((await mapQuery(resourceOf(field), query, around)).query.where).toBe(`x >= ${literal}`);
    expect(mapped({ ...field, value: DAY }, "toVendor", {})).toEqual({ x: sent });
    expect(mapped({ ...field, value: DAY }, "fromVendor", {})).toEqual({ a: DAY });
  });

  test.each<[Field, unknown]>([
    [{ type: "long", mask: "seconds" }, SECONDS],
    [{ mask: "seconds" }, SECONDS],
    [{ type: "string", mask: "seconds" }, String(SECONDS)],
    [{ type: "long", vendorMask: "yyyy-MM-dd" }, SECONDS * 1000],
  ])("our side of %j is %j", (field, ours) => {
    expect(mapped(field, "fromVendor", { x: DAY })).toEqual({ a: ours });
  });

  test("a default without a mask has the type of its side", () => {
    expect(mapped({ type: "integer", vendorType: "string", value: "5" }, "fromVendor", {})).toEqual({ a: 5 });
    expect(mapped({ type: "integer", vendorType: "string", value: 5 }, "toVendor", {})).toEqual({ x: "5" });
    expect(mapped({ type: "integer", value: "none" }, "fromVendor", {})).toEqual({ a: "none" });
  });
});
