import { expect, test } from "vitest";
import { EnteredRequests } from "./entered-requests.ts";

const filled = (name: string) => ({ inputs: { "query name": name }, body: "" });
const PLACE = { source: { elementKey: "crm" }, operationId: "getContacts", connection: 1 };

test("input is kept by operation and connection", () => {
  const entered = new EnteredRequests();
  expect(entered.read(PLACE)).toEqual({ inputs: {}, body: "" });
  entered.write(PLACE, filled("a"));
  expect(entered.read(PLACE)).toEqual(filled("a"));
  expect(entered.read({ ...PLACE, operationId: "getDeals" })).toEqual({ inputs: {}, body: "" });
  expect(entered.read({ ...PLACE, source: { elementKey: "other" } })).toEqual({ inputs: {}, body: "" });
});

test("another connection begins with what was entered last, and keeps its own from then on", () => {
  const entered = new EnteredRequests();
  entered.write(PLACE, filled("a"));
  const other = { ...PLACE, connection: 2 };
  expect(entered.read(other)).toEqual(filled("a"));
  entered.write(other, filled("b"));
  expect(entered.read(PLACE)).toEqual(filled("a"));
  expect(entered.read(other)).toEqual(filled("b"));
});
