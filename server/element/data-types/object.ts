import { defineDataType } from "./data-type.ts";

export const object = defineDataType({
  type: "object",
  label: "object",
  summary: "An object with fields.",
  sample: '{"name": "Ann"}',
  swagger: { type: "object" },
  hasFields: true,
});
