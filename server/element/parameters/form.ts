import { writeFormField } from "./body.ts";
import { definePlace } from "./place.ts";
import { putFormField, readFormField } from "./read-form-field.ts";

/** A form field; an object's fields become separate fields. A form with a file is sent as multipart. */
export const form = definePlace({
  type: "form",
  label: "form field",
  summary: "A field of a form that is sent as application/x-www-form-urlencoded.",
  phrase: "the form field <name></name>",
  putSample: putFormField,
  body: "formField",
  bringsFiles: true,
  keepsFiles: true,
  swagger: () => "formData",
  fromOpenApi: ({ in: place, isFile }) => place === "formData" && !isFile,
  read: readFormField,
  write: (name) => (call, value) => writeFormField(call, name, value),
});
