import { expect, test } from "vitest";
import { copyParameters } from "./copy-parameters.ts";

const draft = {
  name: "Acme",
  parameters: [
    {
      id: 1,
      name: "key",
      type: "configuration",
      vendorName: "X-Key",
      vendorType: "header",
      "x-note": { id: 9, kept: true },
    },
    { id: 2, name: "id", type: "path" },
  ],
  resources: [
    { path: "/a" },
    { path: "/b", parameters: [{ name: "key", type: "configuration", vendorName: "Own" }] },
    { path: "/c", parameters: [{ name: "key", type: "query" }] },
  ],
};

test("parameters are added to other resources without their ids, unless they have their own", () => {
  const next = copyParameters(draft, { list: ["parameters"], positions: [0] }, [0, 1, 2]);
  const copy = {
    name: "key",
    type: "configuration",
    vendorName: "X-Key",
    vendorType: "header",
    "x-note": { kept: true },
  };
  expect(next.resources).toEqual([
    { path: "/a", parameters: [copy] },
    draft.resources[1],
    { path: "/c", parameters: [{ name: "key", type: "query" }, copy] },
  ]);
  expect(next.parameters).toBe(draft.parameters);
});

test("nothing chosen changes nothing", () => {
  expect(copyParameters(draft, { list: ["parameters"], positions: [] }, [0])).toBe(draft);
  expect(copyParameters(draft, { list: ["parameters"], positions: [7] }, [0])).toBe(draft);
});
