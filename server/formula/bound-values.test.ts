import { expect, test } from "vitest";
import { boundAfter, boundValues } from "./bound-values.ts";

const crm = { key: "crm", name: "CRM", type: "elementInstance", required: true } as const;
const variables = [crm, { ...crm, key: "erp" }, { ...crm, key: "size", type: "value" }] as const;

test.each([
  [null, ["7", "8"]],
  [["crm"], ["7"]],
  [["size"], []],
])("of the variables that were entered as connections (%j), %j are bound", (boundKeys, bound) => {
  const configuration = { crm: "7", erp: "8", size: "9" };
  expect(boundValues(["crm", "erp"], { configuration, boundKeys })).toEqual(bound);
});

test("a value that only comes along with another binds nothing new", () => {
  const before = { configuration: { crm: "7", erp: "8" }, boundKeys: ["crm"] };
  expect(boundAfter([...variables], before, { crm: "7", erp: "8" })).toEqual(["crm"]);
  expect(boundAfter([...variables], before, { crm: "7", erp: "9" })).toEqual(["crm", "erp"]);
  expect(boundAfter([...variables], { ...before, boundKeys: null }, { crm: "7", erp: "8" })).toEqual(["crm", "erp"]);
});
