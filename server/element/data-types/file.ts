import { defineDataType } from "./data-type.ts";

/** A file that is uploaded; Swagger 2.0 knows it in forms only. */
export const file = defineDataType({
  type: "file",
  label: "file",
  summary: "A file that is uploaded.",
  sample: "hello",
  isFile: true,
  fromOpenApi: ({ type }) => type === "file",
});
