import { expect, test } from "vitest";
import { modelsSlice } from "./slice.ts";

const draft = {
  name: "Acme",
  resources: [
    { method: "GET", path: "/contacts", model: { name: "contact" }, "x-ours": 1 },
    { method: "POST", path: "/contacts" },
    { method: "GET", path: "/contacts", model: { name: "other" } },
  ],
};

test("models are read by the requests of their resources, and written back to them", () => {
  expect(modelsSlice.read(draft)).toEqual({
    "GET /contacts": { name: "contact" },
    "GET /contacts#2": { name: "other" },
  });
  expect(modelsSlice.write(draft, modelsSlice.read(draft))).toEqual(draft);
  expect(modelsSlice.write(draft, { "POST /contacts": { name: "new" } })).toEqual({
    name: "Acme",
    resources: [
      { method: "GET", path: "/contacts", "x-ours": 1 },
      { method: "POST", path: "/contacts", model: { name: "new" } },
      { method: "GET", path: "/contacts" },
    ],
  });
});
