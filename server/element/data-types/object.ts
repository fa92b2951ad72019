import { defineDataType } from "./data-type.ts";

export const object = defineDataType({
  type: "object",
  summary: "An object with fields.",
  swagger: { type: "object" },
  hasFields: true,
});
